/** How much each feature weighs in a model: what its shift can do to scores. */
import { featureNames } from "../features/index.ts";
import { scorePointsOf } from "../risk/score.ts";
import type { Scorer } from "../scorer.ts";

/** Bookings that the weights are measured on; each costs a row of the model per feature. */
export const weighedRowsMax = 100;

/**
 * The mean change of the score, in points, where the feature's value is taken from another booking
 * and all others stay: permutation importance (Breiman, "Random forests", 2001) of the score itself,
 * which needs no outcomes and any model can answer. 0 for features that the model does not read.
 *
 * @param rows vectors of the catalogue, at most `weighedRowsMax` are used.
 * @param names the features to weigh.
 * @param pause is awaited after each feature, so that requests are answered in between.
 */
export async function featureWeights(
  model: Pick<Scorer, "score">,
  rows: readonly Float64Array[],
  names: Iterable<string>,
  pause: () => Promise<void> = async () => {},
): Promise<Map<string, number>> {
  const used = rows.slice(0, weighedRowsMax);
  const own = await pointsOf(model, used);
  const weights = new Map<string, number>();
  for (const name of names) {
    const place = featureNames.indexOf(name);
    const changed = used.flatMap((row, i) => {
      const value = used[(i + Math.ceil(used.length / 2)) % used.length]![place]!;
      return Object.is(value, row[place]) ? [] : [{ i, row: row.with(place, value) }];
    });
    const points = await pointsOf(
      model,
      changed.map(({ row }) => row),
    );
    const moved = points.reduce((sum, one, k) => sum + Math.abs(one - own[changed[k]!.i]!), 0);
    weights.set(name, used.length === 0 ? 0 : moved / used.length);
    await pause();
  }
  return weights;
}

const scoreEnd = 99;

/** On the scale of the score, 0 to 99, not rounded. */
async function pointsOf(model: Pick<Scorer, "score">, rows: readonly Float64Array[]) {
  const probabilities = await Promise.all(rows.map((row) => model.score(row)));
  return probabilities.map((one) => Math.min(scoreEnd, Math.max(0, scorePointsOf(one))));
}
