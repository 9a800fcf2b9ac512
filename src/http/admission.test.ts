import { describe, expect, test } from "bun:test";
import { Admission, admissionLimits } from "./admission.ts";
import { delayLimits } from "./project-queue.ts";

const { besideMs, few, ofAddress, ofProject, waiting } = admissionLimits;
const working = { alone: 4, all: 6, ofProject: 4 };

const fromAnywhere = (() => {
  let n = 0;
  return () => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n++ & 255}`;
})();

/** Sends so many requests. @returns how many were let in, and the reasons of the others' refusals. */
function send(
  admission: Admission,
  project: string,
  count: number,
  { address = fromAnywhere, begun = () => {} }: { address?: () => string; begun?: () => void } = {},
) {
  const queue = admission.queueOf(project);
  const reasons = new Set<string>();
  let entered = 0;
  for (let i = 0; i < count; i++) {
    try {
      const turn = admission.enter(queue, address);
      if (turn) void turn.then(begun);
      else begun();
      entered += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: "unavailable", headers: { "Retry-After": "1" } });
      reasons.add((error as Error).message);
    }
  }
  return { entered, reasons: [...reasons] };
}

test("nobody waits, and no address is asked for, while few are worked on", () => {
  const admission = new Admission();
  const never = () => {
    throw new Error("asked");
  };
  const queue = admission.queueOf("a");
  for (let i = 0; i < 1000; i++) {
    admission.assertRoom(queue);
    expect(admission.enter(queue, never)).toBeUndefined();
    admission.leave(queue);
  }
  expect([admission.working, admission.waiting]).toEqual([0, 0]);
});

test("a project does not take all places, and those that wait have turns by project", async () => {
  const admission = new Admission(working);
  const begun: string[] = [];
  const of = (project: string) => ({ begun: () => begun.push(project) });
  send(admission, "a", 100, of("a"));
  expect(begun.join("")).toBe("aaaa"); // Two places are left for others.
  send(admission, "b", 5, of("b"));
  send(admission, "c", 2, of("c"));
  expect(begun.splice(0).join("")).toBe("aaaabb");
  expect([admission.working, admission.waiting]).toEqual([6, 101]);
  for (let i = 0; i < 7; i++) admission.leave(admission.queueOf("a"));
  await Promise.resolve();
  expect(begun.join("")).toBe("abcabca");
});

test("a place that is left is taken by a project that may have more, and each is begun once", async () => {
  const admission = new Admission(working);
  const begun: string[] = [];
  send(admission, "a", 8, { begun: () => begun.push("a") });
  send(admission, "b", 3, { begun: () => begun.push("b") });
  const [a, b] = [admission.queueOf("a"), admission.queueOf("b")];
  admission.leave(b); // The turn is a's, which has four already.
  await Promise.resolve();
  expect(begun.splice(0).join("")).toBe("aaaabbb");
  for (let i = 0; i < 8; i++) admission.leave(a);
  for (let i = 0; i < 2; i++) admission.leave(b);
  await Promise.resolve();
  expect(begun.join("")).toBe("aaaa");
  expect([admission.working, admission.waiting, a.working, b.working]).toEqual([0, 0, 0, 0]);
  expect(send(admission, "a", 1).entered).toBe(1);
});

test("a project that is alone has more places, and gives them up when another comes", async () => {
  const admission = new Admission({ alone: 12, all: 6, ofProject: 4 });
  const begun: string[] = [];
  send(admission, "a", 20, { begun: () => begun.push("a") });
  expect(begun.splice(0)).toHaveLength(12);
  send(admission, "b", 4, { begun: () => begun.push("b") });
  const [a, b] = [admission.queueOf("a"), admission.queueOf("b")];
  for (let i = 0; i < 6; i++) admission.leave(a);
  await Promise.resolve();
  expect(begun).toEqual([]); // It had more than a part of six.
  for (let i = 0; i < 3; i++) admission.leave(a);
  await Promise.resolve();
  expect(begun.splice(0).join("")).toBe("bba");
  for (let i = 0; i < 2; i++) admission.leave(b);
  await Promise.resolve();
  expect([begun.splice(0).join(""), a.working, b.working]).toEqual(["bb", 4, 2]);
  await Bun.sleep(besideMs + 50);
  admission.leave(b);
  await Promise.resolve();
  expect([begun.join(""), a.working]).toEqual(["aaaaaaa", 11]);
});

test("so many may wait of a project, and of all; who has fewer than an equal part still may", () => {
  const admission = new Admission(working);
  for (const project of ["a", "b", "c", "d"]) send(admission, project, waiting);
  expect(admission.waiting).toBe(4 * ofProject);
  expect(send(admission, "a", 1).reasons.join()).toContain("of this project");
  const { entered, reasons } = send(admission, "e", waiting);
  expect(entered).toBe(Math.ceil(waiting / 5));
  expect(reasons.join()).toContain("overloaded");
});

test("one address has a part, with any number of keys, but keeps out no project behind a proxy", () => {
  const admission = new Admission(working);
  const address = () => "2001:db8::1";
  // A few are let in without being counted.
  expect(send(admission, "a", waiting, { address }).entered).toBe(working.ofProject + ofProject);
  const { entered, reasons } = send(admission, "b", waiting, { address });
  expect(entered).toBe(working.all - working.ofProject + ofAddress / 2);
  expect(reasons.join()).toContain("of this address");
  expect(send(admission, "c", 1, { address }).entered).toBe(1);
  expect(send(admission, "a", 1).entered).toBe(0);
  expect(send(admission, "b", 10).entered).toBe(10); // From elsewhere.
});

describe("while more arrive than are answered", () => {
  /** Arrivals in each ms, of which as many are answered as `perMs`. */
  async function load(
    admission: Admission,
    ms: number,
    arrivals: Record<string, number>,
    perMs: number,
  ) {
    const facts: Record<string, { sent: number; refused: number; waitedMs: number }> = {};
    for (const project of Object.keys(arrivals)) {
      facts[project] = { sent: 0, refused: 0, waitedMs: 0 };
    }
    const begun: string[] = [];
    const arrive = (project: string) => {
      const one = facts[project]!;
      const at = performance.now();
      one.sent += 1;
      const begin = () => {
        one.waitedMs = Math.max(one.waitedMs, performance.now() - at);
        begun.push(project);
      };
      if (send(admission, project, 1, { begun: begin }).entered === 0) one.refused += 1;
    };
    const start = performance.now();
    for (let at = 0, now = 0; now < ms; now = performance.now() - start) {
      for (; at < now; at++) {
        for (const [project, count] of Object.entries(arrivals)) {
          for (let i = 0; i < count; i++) arrive(project);
        }
        for (const project of begun.splice(0, perMs)) admission.leave(admission.queueOf(project));
        await Promise.resolve();
      }
      await Bun.sleep(1);
    }
    const left = admission.waiting;
    while (begun.length > 0) {
      for (const project of begun.splice(0)) admission.leave(admission.queueOf(project));
      await Promise.resolve();
    }
    expect(admission.working).toBe(0);
    return { of: facts, left };
  }
  const { delayMs, graceMs } = delayLimits;

  test("what stays is refused, so that the rest waits no longer than it should", async () => {
    const admission = new Admission();
    const { of, left } = await load(admission, graceMs * 4, { a: 15 }, 4);
    expect(of.a!.refused).toBeGreaterThan(1000);
    expect(left).toBeLessThanOrEqual(delayMs * 4 * 1.5);
    expect(left).toBeGreaterThanOrEqual(few);
    expect(send(admission, "a", few * 3).entered).toBe(few * 3); // A burst is let in again.
  });

  test("a project within its share is not refused and hardly waits, whatever another sends", async () => {
    const admission = new Admission();
    const { of } = await load(admission, graceMs * 4, { a: 20, b: 1 }, 4);
    expect(of.a!.refused).toBeGreaterThan(1000);
    expect(of.b!.refused).toBe(0);
    expect(of.b!.sent).toBeGreaterThan(graceMs);
    expect(of.b!.waitedMs).toBeLessThan(of.a!.waitedMs / 2);
  });

  test("as many as are answered are never refused, also behind a burst", async () => {
    const admission = new Admission();
    const { of } = await load(admission, graceMs * 2, { a: 2 }, 2);
    expect(of.a!.refused).toBe(0);
    const { of: after } = await load(admission, 10, { burst: few / 8, b: 1 }, 2);
    expect(after.burst!.refused).toBe(0);
    expect(after.b!.refused).toBe(0);
  });
});
