import { expect, test } from "bun:test";
import { join } from "node:path";
import { probabilities } from "../../../models/training/hands/distance.ts";
import { measuredSets } from "../../../models/training/hands/measured.ts";
import { scoresOf, sweep } from "../../../models/training/hands/sweep.ts";
import { measuredHands, raisedBy } from "../../../models/training/hands/synthetic.ts";

const folder = join(import.meta.dir, "../../../models/default");
const sweeps = await sweep(folder);

test("the default model reads features of behaviour", () => {
  expect(sweeps.length).toBeGreaterThan(20);
});

test.each(sweeps)(
  "$feature: no step of more than 8 points in the range of real people",
  ({ step }) => {
    expect(step).toBeLessThanOrEqual(8);
  },
);

// No recording says how real people touch and scroll on a page of a shop.
test.each(sweeps.filter(({ feature }) => /^(swipes|sized_touches_share|scroll)/.test(feature)))(
  "$feature: what is only assumed of people weighs little",
  ({ span }) => {
    expect(span).toBeLessThanOrEqual(5);
  },
);

const medians = measuredSets.map(({ quantiles }) =>
  Object.fromEntries(
    Object.entries(quantiles).map(([name, values]) => [name, values[probabilities.indexOf(0.5)]!]),
  ),
);
const scores = await scoresOf(folder, medians);
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one) / values.length;

test.each(measuredSets.map(({ name }, place) => [name, scores.with[place]!] as const))(
  "%s: its median hand costs an ordinary booking at most 4 points",
  (_, own) => {
    expect(mean(own) - mean(scores.own)).toBeLessThanOrEqual(4);
  },
);

const people = measuredHands.filter(({ isSynthetic }) => !isSynthetic);

test.each(await raisedBy(folder, people))(
  "$name: half of the recorded hands cost an ordinary booking at most 3 points",
  ({ points }) => {
    expect(points.filter((one) => one <= 3).length * 2).toBeGreaterThanOrEqual(points.length);
  },
);
