import { describe, expect, test } from "bun:test";
import type { Step } from "../../../dashboard-api/decision-detail/timeline.ts";
import { sayStep } from "./describe-step.ts";
import { clock, lasting, signed } from "./format.ts";

const common = { at: 0, impossible: [], isLater: false };
const field = (more: object): Step => ({
  ...{ ...common, kind: "field", purpose: "email", index: 0, focusMs: 4200, keys: 18 },
  ...{ corrections: 2, pastes: 0, autofills: 0, inputs: 18, untrusted: 0 },
  ...{ gapSumMs: 0, gapSquareSum: 0, ...more },
});
const badges = (step: Step) => sayStep(step).badges.map(({ text }) => text);

describe("a visit to a field", () => {
  test("is said with what was done in it", () => {
    expect(sayStep(field({}))).toEqual({
      ...{ text: "E-mail, 4.2 s, 18 keys, 2 corrections", badges: [] },
    });
    const idle = field({ keys: 0, inputs: 0, corrections: 0 });
    expect(sayStep(idle).text).toBe("E-mail, 4.2 s, left as it was");
  });

  test.each([
    [{ pastes: 1 }, ["pasted"]],
    [{ autofills: 1, keys: 0, focusMs: 0 }, ["autofilled"]],
    [{ keys: 0, focusMs: 0, inputs: 1 }, ["filled without a visit"]],
    [{ untrusted: 3 }, ["by a program"]],
    [{ hidden: true }, ["a field that nobody can see"]],
    [
      { impossible: ["typing", "made-up"] },
      ["cannot be true: more corrections than keys; made-up"],
    ],
  ])("with %j is noticed as %j", (more, expected) => {
    expect(badges(field(more))).toEqual(expected);
  });
});

test("a form that was sent with fields that nobody touched says so", () => {
  const step: Step = {
    ...{ ...common, kind: "submit", trusted: false, filledFields: 6, touchedFields: 0 },
  };
  expect(sayStep(step).text).toBe("Sent the form: 6 fields filled, 0 touched");
  expect(badges(step)).toEqual(["by a program", "some filled untouched"]);
});

test("times are said as people say them", () => {
  expect([0, 61_000, 3_723_000].map(clock)).toEqual(["0:00", "1:01", "1:02:03"]);
  expect([400, 9_960, 60_000, 185_000, 7_800_000].map(lasting)).toEqual([
    ...["0.4 s", "10 s", "1 min", "3 min 5 s", "2 h 10 min"],
  ]);
});

test("points have a sign, but nothing has none", () => {
  expect([1.25, -3, 0.04, -0.04].map(signed)).toEqual(["+1.3", "−3.0", "0.0", "0.0"]);
});
