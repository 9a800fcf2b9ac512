/** The score of hypothetical attempts that share only some feature groups with this one. */
import type { BatchedModel } from "./batched-model.ts";
import type { Numbers } from "./explained-model.ts";

/**
 * The worth of every coalition of groups, at the index whose bits are its groups:
 *
 *     v(S) = 1/B · Σ over the B background rows b of f(x in the groups of S, b elsewhere)
 *
 * the interventional expectation of S. M. Lundberg, S.-I. Lee, "A Unified Approach to Interpreting
 * Model Predictions", 2017, over groups instead of features. Groups are whole players: nothing is
 * distributed inside them (no Owen values).
 *
 * A group that has the same values in x and b makes no difference, so the model runs
 * 2^(groups that differ) rows for each background row instead of 2^(groups).
 *
 * @param groups the indices of each group's features.
 */
export async function coalitionWorths(
  model: BatchedModel,
  attempt: Numbers,
  background: readonly Numbers[],
  groups: readonly (readonly number[])[],
): Promise<Float64Array> {
  const worths = new Float64Array(2 ** groups.length);
  for (const row of background) {
    const differing = groups.map((places) => places.some((i) => !Object.is(attempt[i], row[i])));
    const points = await pointsBetween(
      model,
      { attempt, row },
      groups.filter((_, i) => differing[i]),
    );
    const places = placesAmong(differing);
    for (let one = 0; one < worths.length; one++) {
      worths[one]! += points[places[one]!]! / background.length;
    }
  }
  return worths;
}

/** The points of every mixture of two rows: bit i of the index takes group i from the attempt. */
async function pointsBetween(
  model: BatchedModel,
  { attempt, row }: { attempt: Numbers; row: Numbers },
  groups: readonly (readonly number[])[],
): Promise<Float64Array> {
  const points = new Float64Array(2 ** groups.length);
  const mixed = row.slice();
  for (let one = 0; one < points.length; one++) {
    // Incrementing changes the bits from the lowest one to the first that was 0.
    const changed = one ^ (one - 1);
    for (let i = 0; one > 0 && changed >> i > 0; i++) {
      const from = one & (1 << i) ? attempt : row;
      for (const place of groups[i]!) mixed[place] = from[place]!;
    }
    await model.add(mixed, (value) => {
      points[one] = value;
    });
  }
  model.flush();
  return points;
}

/** For each coalition of all groups, its index among the coalitions of the differing ones. */
function placesAmong(differing: readonly boolean[]): Uint32Array {
  const places = new Uint32Array(2 ** differing.length);
  let bit = 0;
  for (const [i, differs] of differing.entries()) {
    const own = differs ? 1 << bit++ : 0;
    const half = 1 << i;
    for (let one = 0; one < half; one++) places[half | one] = places[one]! | own;
  }
  return places;
}
