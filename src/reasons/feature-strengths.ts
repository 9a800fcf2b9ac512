/** How much each single feature contributes to its group. */
import type { BatchedModel } from "./batched-model.ts";
import type { Numbers } from "./explained-model.ts";

/**
 * The strength of each feature j of a group G, in score points, with all other groups taken from
 * the attempt: the mean of its effect as the first and as the last feature of its group,
 *
 *     s_j = ½ · (mean_b f(x, but G∖{j} as in b) − mean_b f(x, but G as in b))
 *         + ½ · (f(x) − mean_b f(x, but j as in b))
 *
 * over the background rows b: the two ends of a Shapley value, for 2 rows per feature and
 * background row. They select the features to name; they do not add up to the group's points.
 *
 * @param groups the indices of each group's features. @returns s_j by index.
 */
export async function strengths(
  model: BatchedModel,
  attempt: Numbers,
  background: readonly Numbers[],
  groups: readonly (readonly number[])[],
): Promise<Float64Array> {
  const found = new Float64Array(attempt.length);
  const share = 1 / (2 * background.length);
  /** Adds the weighted points of a row to the strength of a feature. */
  const add = (row: Numbers, place: number, weight: number) =>
    model.add(row, (points) => {
      found[place]! += weight * points;
    });

  for (const row of background) {
    for (const places of groups) {
      const without = attempt.slice();
      for (const place of places) without[place] = row[place]!;
      for (const place of places) {
        if (Object.is(attempt[place], row[place])) continue; // The four terms cancel out.
        const only = without.slice();
        only[place] = attempt[place]!;
        await add(only, place, share);
        await add(without, place, -share);
        const butThis = attempt.slice();
        butThis[place] = row[place]!;
        await add(attempt, place, share);
        await add(butThis, place, -share);
      }
    }
  }
  model.flush();
  return found;
}
