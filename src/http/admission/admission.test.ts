import { afterEach, beforeEach, describe, expect, jest, spyOn, test } from "bun:test";
import { Admission, admissionLimits } from "./admission.ts";
import { delayLimits } from "./project-queue.ts";

const { ahead, besideMs, few, ofAddress, ofProject, waiting } = admissionLimits;
const working = { own: 3, ownOfAll: 9, sharedAlone: 1, shared: 1 };
const ofOne = working.own + working.shared;

/** What the admission takes for the time, ms. */
let now: number;
beforeEach(() => {
  now = 0;
  spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

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

test("a project leaves others their own places, and who was worked for least is next", async () => {
  const admission = new Admission(working);
  const begun: string[] = [];
  const of = (project: string) => ({ begun: () => begun.push(project) });
  send(admission, "a", 100, of("a"));
  expect(begun.join("")).toBe("aaaa"); // Three own places, and the one that is shared.
  send(admission, "b", 6, of("b"));
  send(admission, "c", 4, of("c"));
  expect(begun.splice(0).join("")).toBe("aaaabbbccc");
  expect([admission.working, admission.waiting]).toEqual([10, 100]);
  admission.leave(admission.queueOf("a")); // The shared one, for which all wait: b and c began three each.
  await Promise.resolve();
  expect(begun.splice(0).join("")).toBe("b");
  admission.leave(admission.queueOf("b"));
  await Promise.resolve();
  expect(begun.splice(0).join("")).toBe("c");
  admission.leave(admission.queueOf("a")); // An own place is for a project's own requests.
  await Promise.resolve();
  expect(begun.splice(0).join("")).toBe("a");
});

test("a project that needs less than its share never waits behind one that sends without an end", async () => {
  const admission = new Admission({ own: 4, ownOfAll: 12, sharedAlone: 8, shared: 4 });
  const begun: string[] = [];
  const of = (project: string) => ({ begun: () => begun.push(project) });
  const most = { waited: 0, begun: 0 };
  send(admission, "flood", ofProject, of("flood"));
  for (let turn = 0; turn < 2000; turn++) {
    send(admission, "other", 5, of("other")); // Of twelve in each turn; a half would be six.
    most.waited = Math.max(most.waited, admission.queueOf("other").waiting);
    for (const project of begun.splice(0)) admission.leave(admission.queueOf(project));
    await Promise.resolve();
    send(admission, "flood", ofProject - admission.queueOf("flood").waiting, of("flood"));
    most.begun = Math.max(most.begun, admission.queueOf("flood").working);
  }
  expect(most.waited).toBeLessThanOrEqual(5);
  expect(most.begun).toBeGreaterThanOrEqual(4); // Which keeps the places that nobody else needs.
});

test("whoever begins to flood is worked on first for a bounded number of requests", async () => {
  const admission = new Admission({ own: 0, ownOfAll: 0, sharedAlone: 1, shared: 1 });
  const begun: string[] = [];
  const of = (project: string) => ({ begun: () => begun.push(project) });
  const finish = async (count: number) => {
    for (let i = 0; i < count; i++) {
      admission.leave(admission.queueOf(begun.at(-1)!));
      await Promise.resolve();
    }
  };
  for (let i = 0; i < 20; i++) {
    send(admission, "a", ahead, of("a"));
    await finish(ahead);
  }
  send(admission, "a", ofProject, of("a"));
  send(admission, "new", ofProject, of("new"));
  begun.splice(0, begun.length - 1);
  await finish(ahead + 100);
  const ofNew = begun.filter((project) => project === "new").length;
  expect(ofNew).toBeGreaterThanOrEqual(ahead);
  expect(ofNew).toBeLessThanOrEqual(ahead + 52); // And then by turns.
});

test("a project that is alone has more places, and gives them up when another comes", async () => {
  const admission = new Admission({ own: 4, ownOfAll: 12, sharedAlone: 8, shared: 2 });
  const begun: string[] = [];
  send(admission, "a", 20, { begun: () => begun.push("a") });
  expect(begun.splice(0)).toHaveLength(12);
  send(admission, "b", 4, { begun: () => begun.push("b") });
  expect(begun.splice(0).join("")).toBe("bbbb"); // At once, however many of another are worked on.
  const [a, b] = [admission.queueOf("a"), admission.queueOf("b")];
  for (let i = 0; i < 6; i++) admission.leave(a);
  await Promise.resolve();
  expect([begun, a.working]).toEqual([[], 6]);
  admission.leave(a);
  await Promise.resolve();
  expect([begun.splice(0).join(""), a.working]).toEqual(["a", 6]);
  for (let i = 0; i < 4; i++) admission.leave(b);
  now += besideMs + 1;
  admission.leave(a);
  await Promise.resolve();
  expect([begun.join(""), a.working]).toEqual(["aaaaaaa", 12]);
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
  expect(send(admission, "a", waiting, { address }).entered).toBe(ofOne + ofProject);
  const { entered, reasons } = send(admission, "b", waiting, { address });
  expect(entered).toBe(working.own + ofAddress / 2);
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
      const at = now;
      one.sent += 1;
      const begin = () => {
        one.waitedMs = Math.max(one.waitedMs, now - at);
        begun.push(project);
      };
      if (send(admission, project, 1, { begun: begin }).entered === 0) one.refused += 1;
    };
    for (const end = now + ms; now < end; now++) {
      for (const [project, count] of Object.entries(arrivals)) {
        for (let i = 0; i < count; i++) arrive(project);
      }
      for (const project of begun.splice(0, perMs)) admission.leave(admission.queueOf(project));
      await Promise.resolve();
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

  test("a project that needs less than its share is not refused after a pause of everything", async () => {
    const admission = new Admission();
    const queues = { a: admission.queueOf("a"), b: admission.queueOf("b") };
    for (let i = 0; i < ahead * 2; i++) {
      send(admission, "a", 1);
      admission.leave(queues.a);
    }
    expect(send(admission, "a", few * 2).entered).toBe(few * 2);
    expect(send(admission, "b", few * 2).entered).toBe(few * 2);
    now += delayMs + 1;
    expect(send(admission, "b", 1).entered).toBe(1); // From here on it waits too long.
    send(admission, "a", 1);
    now += graceMs + 1;
    const later = { a: send(admission, "a", few * 2), b: send(admission, "b", few) };
    expect(later.a.reasons.join()).toContain("overloaded");
    expect([later.b.entered, later.b.reasons]).toEqual([few, []]);
    expect(queues.b.waiting).toBeGreaterThan(queues.a.waiting);
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
