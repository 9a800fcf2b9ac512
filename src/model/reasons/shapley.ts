/** Exact Shapley values of a game given by the worth of every coalition. */

/** More than the catalogue has groups; 2^16 coalitions take milliseconds. */
const playersMax = 16;

/**
 * The Shapley values (L. S. Shapley, "A value for n-person games", 1953):
 *
 *     φ_i = Σ over S without i of |S|! (n − |S| − 1)! / n! · (v(S ∪ {i}) − v(S))
 *
 * They are the only values that add up to `v(all) − v(none)`, treat equal players equally, give
 * nothing to a player without effect, and are additive over games.
 *
 * @param worths v(S) at the index whose bit i says whether player i is in S; 2^n of them.
 */
export function shapleyValues(worths: Float64Array): Float64Array {
  const players = Math.log2(worths.length);
  if (!Number.isInteger(players) || players > playersMax) {
    throw new RangeError(`${worths.length} worths are not those of every coalition`);
  }
  const weights = weightsBySize(players);
  const sizes = coalitionSizes(worths.length);
  const values = new Float64Array(players);
  for (let player = 0; player < players; player++) {
    const own = 1 << player;
    let value = 0;
    for (let others = 0; others < worths.length; others++) {
      if (others & own) continue;
      value += weights[sizes[others]!]! * (worths[others | own]! - worths[others]!);
    }
    values[player] = value;
  }
  return values;
}

/** |S|! (n − |S| − 1)! / n! by |S|, which is 1 / (n · (n − 1 choose |S|)). */
export function weightsBySize(players: number): Float64Array {
  const weights = new Float64Array(players);
  let choices = 1;
  for (let size = 0; size < players; size++) {
    weights[size] = 1 / (players * choices);
    choices = (choices * (players - 1 - size)) / (size + 1);
  }
  return weights;
}

/** How many players each coalition has. */
export function coalitionSizes(coalitions: number): Uint8Array {
  const sizes = new Uint8Array(coalitions);
  for (let one = 1; one < coalitions; one++) sizes[one] = sizes[one >> 1]! + (one & 1);
  return sizes;
}
