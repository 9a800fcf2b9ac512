import { describe, expect, test } from "bun:test";
import { Admission, admissionLimits } from "./admission.ts";

const { few, inFlight, ofAddress, ofProject, windowMs, windows } = admissionLimits;

const fromAnywhere = (() => {
  let n = 0;
  return () => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n++ & 255}`;
})();

/** How many of so many are let in. */
function enter(admission: Admission, project: string, count: number, address = fromAnywhere) {
  let entered = 0;
  for (let i = 0; i < count; i++) {
    try {
      admission.enter(project, address);
      entered += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: "unavailable", headers: { "Retry-After": "1" } });
    }
  }
  return entered;
}

test("a burst is let in, up to a quarter for one project and all for several", () => {
  const admission = new Admission();
  for (const project of ["a", "b", "c", "d"]) {
    expect(enter(admission, project, inFlight)).toBe(ofProject);
  }
  expect(admission.inFlight).toBe(inFlight);
  // All are beyond their share, so that a fifth has one.
  expect(enter(admission, "a", 1)).toBe(0);
  expect(enter(admission, "e", inFlight)).toBe(Math.floor(inFlight / 5));
});

test("one address has a part, with any number of keys; a few are not counted", () => {
  const admission = new Admission();
  const same = () => "2001:db8::1";
  expect(enter(admission, "a", ofProject, same)).toBe(ofProject);
  expect(enter(admission, "b", ofProject, same)).toBe(few + ofAddress - ofProject);
  expect(enter(admission, "b", 10)).toBe(10);
});

test("the address is not asked for while few are in flight", () => {
  const admission = new Admission();
  const never = () => {
    throw new Error("asked");
  };
  for (let i = 0; i < 1000; i++) {
    expect(admission.enter("a", never)).toBeNull();
    admission.leave("a", null);
  }
  expect(admission.inFlight).toBe(0);
});

describe("while more arrive than are answered", () => {
  /** Arrivals in each ms, of which as many are answered as `perMs`, oldest first. */
  async function load(
    admission: Admission,
    ms: number,
    arrivals: Record<string, number>,
    perMs: number,
  ) {
    const accepted: Record<string, number> = {};
    const refused: Record<string, number> = {};
    const waiting: [project: string, address: string | null][] = [];
    let latest = 0;
    const begin = performance.now();
    for (let now = 0; now < ms; now = performance.now() - begin) {
      for (; latest < now; latest++) {
        for (const [project, count] of Object.entries(arrivals)) {
          for (let i = 0; i < count; i++) {
            try {
              waiting.push([project, admission.enter(project, fromAnywhere)]);
              accepted[project] = (accepted[project] ?? 0) + 1;
            } catch {
              refused[project] = (refused[project] ?? 0) + 1;
            }
          }
        }
        for (const [project, address] of waiting.splice(0, perMs))
          admission.leave(project, address);
      }
      await Bun.sleep(1);
    }
    const left = waiting.length;
    for (const [project, address] of waiting) admission.leave(project, address);
    return { accepted, refused, left };
  }
  const untilOverload = windowMs * (windows + 3);

  test("what stays is refused, so that the rest takes no longer than it should", async () => {
    const admission = new Admission();
    const { left } = await load(admission, untilOverload * 2, { a: 15 }, 5);
    expect(admission.isOverloaded).toBe(true);
    expect(left).toBeLessThanOrEqual(admissionLimits.delayMs * 5 * 1.5);
    expect(left).toBeGreaterThanOrEqual(few);
    await load(admission, windowMs * 3, { a: 1 }, 2);
    expect(admission.isOverloaded).toBe(false);
    expect(enter(admission, "a", few * 3)).toBe(few * 3);
  });

  test("a project within its share is not refused, whatever another sends", async () => {
    const admission = new Admission();
    await load(admission, untilOverload, { a: 20, b: 1 }, 4); // The beginning of a's flood is let in.
    const { accepted, refused } = await load(admission, untilOverload, { a: 20, b: 1 }, 4);
    expect(admission.isOverloaded).toBe(true);
    expect(refused.a).toBeGreaterThan(1000);
    expect(refused.b ?? 0).toBe(0);
    expect(accepted.b).toBeGreaterThan(100);
  });

  test("as many as are answered are never refused", async () => {
    const admission = new Admission();
    enter(admission, "burst", few * 2);
    const { refused } = await load(admission, untilOverload, { a: 2 }, 2);
    expect(refused).toEqual({});
  });
});
