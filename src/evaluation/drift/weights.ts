/** How much each feature weighs in a model: what its shift can do to scores. */
import { featureNames } from "../../risk/features/index.ts";
import type { Scorer } from "../../risk/features/scorer.ts";
import { scorePointsOf } from "../../risk/score.ts";
import type { Attributes } from "../../storage/port/attributes.ts";
import { comparedAttribute } from "./attributes.ts";

/** Bookings that the weights are measured on; each costs a row of the model per feature. */
export const weighedRowsMax = 100;

/** A booking that is weighed. */
export interface WeighedRow {
  /** A vector of the catalogue. */
  values: Float64Array;
  /** Of the request. */
  attributes: Attributes;
}

/**
 * The mean change of the score, in points, where the feature's value is taken from another booking
 * and all others stay: permutation importance (Breiman, "Random forests", 2001) of the score itself,
 * which needs no outcomes and any model can answer. 0 for features that the model does not read.
 *
 * @param rows at most `weighedRowsMax` are used.
 * @param names the features to weigh, and attributes as `comparedName` names them.
 * @param pause is awaited after each feature, so that requests are answered in between.
 */
export async function featureWeights(
  model: Pick<Scorer, "score">,
  rows: readonly WeighedRow[],
  names: Iterable<string>,
  pause: () => Promise<void> = async () => {},
): Promise<Map<string, number>> {
  const used = rows.slice(0, weighedRowsMax);
  const own = await pointsOf(model, used);
  const weights = new Map<string, number>();
  for (const name of names) {
    const exchange = exchangeOf(name);
    const changed = used.flatMap((row, i) => {
      const other = used[(i + Math.ceil(used.length / 2)) % used.length]!;
      const exchanged = exchange(row, other);
      return exchanged ? [{ i, row: exchanged }] : [];
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

/** Gives a row with another one's value of a feature; null where both have the same. */
function exchangeOf(name: string): (row: WeighedRow, other: WeighedRow) => WeighedRow | null {
  const attribute = comparedAttribute(name);
  if (attribute !== undefined) {
    return (row, { attributes }) => {
      if (attributes[attribute] === row.attributes[attribute]) return null;
      const { [attribute]: _, ...rest } = row.attributes;
      const value = attributes[attribute];
      return {
        ...row,
        attributes: value === undefined ? rest : { ...rest, [attribute]: value },
      };
    };
  }
  const place = featureNames.indexOf(name);
  return (row, other) => {
    const value = other.values[place]!;
    return Object.is(value, row.values[place])
      ? null
      : { ...row, values: row.values.with(place, value) };
  };
}

const scoreEnd = 99;

/** On the scale of the score, 0 to 99, not rounded. */
async function pointsOf(model: Pick<Scorer, "score">, rows: readonly WeighedRow[]) {
  const probabilities = await Promise.all(
    rows.map(({ values, attributes }) => model.score(values, attributes)),
  );
  return probabilities.map((one) => Math.min(scoreEnd, Math.max(0, scorePointsOf(one))));
}
