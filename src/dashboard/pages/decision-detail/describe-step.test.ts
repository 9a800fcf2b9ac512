import { describe, expect, test } from "bun:test";
import type { Step } from "../../../http/dashboard-api/decision-detail/timeline.ts";
import { describeStep } from "./describe-step.ts";
import { formatClock, formatDuration, formatPoints } from "./format.ts";

const common = { at: 0, impossible: [], isLater: false };
const field = (more: object): Step => ({
  ...common,
  kind: "field",
  purpose: "email",
  index: 0,
  focusMs: 4200,
  keys: 18,
  corrections: 2,
  pastes: 0,
  autofills: 0,
  inputs: 18,
  untrusted: 0,
  gapSumMs: 0,
  gapSquareSum: 0,
  ...more,
});
const badges = (step: Step) => describeStep(step).badges.map(({ text }) => text);

describe("a field step", () => {
  test("lists time, keystrokes and corrections", () => {
    expect(describeStep(field({}))).toEqual({
      text: "E-mail, 4.2 s, 18 keystrokes, 2 corrections",
      badges: [],
    });
    const idle = field({ keys: 0, inputs: 0, corrections: 0 });
    expect(describeStep(idle).text).toBe("E-mail, 4.2 s, unchanged");
  });

  test.each([
    [{ pastes: 1 }, ["pasted"]],
    [{ autofills: 1, keys: 0, focusMs: 0 }, ["autofilled"]],
    [{ keys: 0, focusMs: 0, inputs: 1 }, ["filled without focus"]],
    [{ untrusted: 3 }, ["scripted"]],
    [{ hidden: true }, ["hidden field"]],
    [
      { impossible: ["typing", "made-up"] },
      ["impossible: more corrections than keystrokes; made-up"],
    ],
  ])("with %j has the badges %j", (more, expected) => {
    expect(badges(field(more))).toEqual(expected);
  });
});

test("a form submitted with untouched fields has a badge", () => {
  const step: Step = {
    ...common,
    kind: "submit",
    trusted: false,
    filledFields: 6,
    touchedFields: 0,
  };
  expect(describeStep(step).text).toBe("Submitted the form: 6 fields filled, 0 touched");
  expect(badges(step)).toEqual(["scripted", "filled untouched"]);
});

test("clock times and durations use the units that fit", () => {
  expect([0, 61_000, 3_723_000].map(formatClock)).toEqual(["0:00", "1:01", "1:02:03"]);
  const durationsMs = [400, 9_960, 60_000, 185_000, 7_800_000];
  const texts = ["0.4 s", "10 s", "1 min", "3 min 5 s", "2 h 10 min"];
  expect(durationsMs.map(formatDuration)).toEqual(texts);
});

test("points are signed unless they round to zero", () => {
  expect([1.25, -3, 0.04, -0.04].map(formatPoints)).toEqual(["+1.3", "−3.0", "0.0", "0.0"]);
});
