/** Which single features carry their group. */
import type { Answers } from "./answers.ts";
import type { Numbers } from "./explained-model.ts";

/**
 * How strong each feature j of a group G is, in score points, all other groups being the attempt's:
 * the mean of what it does as the first and as the last of its group that is the attempt's,
 *
 *     s_j = ½ · (mean_b f(x, but G∖{j} as in b) − mean_b f(x, but G as in b))
 *         + ½ · (f(x) − mean_b f(x, but j as in b))
 *
 * over the background rows b: the two ends of a Shapley value at the price of 2 rows a feature and
 * background row. They tell which features to name; they do not add up to the group's points.
 *
 * @param groups the places of each group's features. @returns s_j by place.
 */
export async function strengths(
  answers: Answers,
  attempt: Numbers,
  background: readonly Numbers[],
  groups: readonly (readonly number[])[],
): Promise<Float64Array> {
  const found = new Float64Array(attempt.length);
  const share = 1 / (2 * background.length);
  /** Adds the points of a row to the strength of a feature. */
  const add = (row: Numbers, place: number, weight: number) =>
    answers.ask(row, (points) => {
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
  answers.flush();
  return found;
}
