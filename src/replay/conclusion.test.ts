import { expect, test } from "bun:test";
import { conclusionOf } from "./conclusion.ts";
import { figuresOf } from "./figures.ts";
import { shareOf } from "./interval.ts";
import { defaultLimits } from "./limits.ts";
import type { ReplayReport } from "./report.ts";
import { emptyTally } from "./tally.ts";

/** What is said of denied guests where the control group let these through. */
function saidOf(letThrough: ReplayReport["controlGroup"] | undefined): string {
  const figures = figuresOf(emptyTally(), null, "balanced");
  const report = {
    ...{ ...figures, criteria: [], passed: true, loosened: [], limits: defaultLimits },
    ...{ money: null, controlGroup: letThrough },
  } as unknown as ReplayReport;
  return conclusionOf(report).untested.at(-1)!;
}

test("says what the control group shows of denied guests, and how many outcomes it takes", () => {
  const needed = "100 with a known outcome tell the share of fraud among them within 10 points";
  for (const none of [undefined, { letThrough: 0, fraud: shareOf(0, 0) }]) {
    expect(saidOf(none)).toContain(`A control group lets some of them through; ${needed}.`);
  }
  expect(saidOf({ letThrough: 5, fraud: shareOf(0, 0) })).toContain("none has a known outcome yet");
  const few = saidOf({ letThrough: 80, fraud: shareOf(30, 75) });
  expect(few).toContain("let 80 through: of 75 with a known outcome, 30 were fraud (29");
  expect(few).toContain(needed);
  expect(saidOf({ letThrough: 130, fraud: shareOf(40, 120) })).not.toContain(needed);
});
