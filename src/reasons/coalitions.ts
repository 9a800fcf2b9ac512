/** What the score would be if only some groups of features were this attempt's. */
import type { Answers } from "./answers.ts";
import type { Numbers } from "./explained-model.ts";

/**
 * The worth of every coalition of groups, at the place whose bits are its groups:
 *
 *     v(S) = 1/B · Σ over the B background rows b of f(x in the groups of S, b elsewhere)
 *
 * the interventional expectation of S. M. Lundberg, S.-I. Lee, "A Unified Approach to Interpreting
 * Model Predictions", 2017, over groups instead of features. Groups are whole players: nothing is
 * shared on inside them (no Owen values).
 *
 * A group that has the same values in x and b makes no difference, so the model is asked for
 * 2^(groups that differ) rows a background row, and not for 2^(groups).
 *
 * @param groups the places of each group's features.
 */
export async function coalitionWorths(
  answers: Answers,
  attempt: Numbers,
  background: readonly Numbers[],
  groups: readonly (readonly number[])[],
): Promise<Float64Array> {
  const worths = new Float64Array(2 ** groups.length);
  for (const row of background) {
    const differing = groups.map((places) => places.some((i) => !Object.is(attempt[i], row[i])));
    const points = await pointsBetween(
      answers,
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

/** The points of every row between two: bit i of the place has the attempt's values in group i. */
async function pointsBetween(
  answers: Answers,
  { attempt, row }: { attempt: Numbers; row: Numbers },
  groups: readonly (readonly number[])[],
): Promise<Float64Array> {
  const points = new Float64Array(2 ** groups.length);
  const mixed = row.slice();
  for (let one = 0; one < points.length; one++) {
    // Counting on changes the bits from the lowest to the first that was 0.
    const changed = one ^ (one - 1);
    for (let i = 0; one > 0 && changed >> i > 0; i++) {
      const from = one & (1 << i) ? attempt : row;
      for (const place of groups[i]!) mixed[place] = from[place]!;
    }
    await answers.ask(mixed, (value) => {
      points[one] = value;
    });
  }
  answers.flush();
  return points;
}

/** Of each coalition of all groups, its place among the coalitions of those that differ. */
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
