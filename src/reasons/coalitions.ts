/** The score of hypothetical attempts that share only some feature groups with this one. */
import type { BatchedModel } from "./batched-model.ts";
import type { Numbers } from "./explained-model.ts";

/**
 * The game of one background row: its players are the groups whose values differ from the
 * attempt's. All other groups change nothing, so that the model runs 2^(groups that differ) rows
 * instead of 2^(groups).
 */
export interface Game {
  background: Numbers;
  /** The indices of the groups that differ, ascending: bit i of a coalition is `players[i]`. */
  players: readonly number[];
  /**
   * The points of every coalition: of the attempt in the coalition's groups, and of the background
   * row in all others. At 0 are the background row's own points, at the end the attempt's.
   */
  points: Float64Array;
}

/**
 * One game for each background row. Their mean is the game that the reasons explain:
 *
 *     v(S) = 1/B · Σ over the B background rows b of f(x in the groups of S, b elsewhere)
 *
 * the interventional expectation of S. M. Lundberg, S.-I. Lee, "A Unified Approach to Interpreting
 * Model Predictions", 2017. Values of games are additive, so each game is solved by itself.
 *
 * @param groups the indices of each group's features.
 */
export async function gamesOf(
  model: BatchedModel,
  attempt: Numbers,
  background: readonly Numbers[],
  groups: readonly (readonly number[])[],
): Promise<Game[]> {
  const games: Game[] = [];
  for (const row of background) {
    const players = [...groups.keys()].filter((i) =>
      groups[i]!.some((place) => !Object.is(attempt[place], row[place])),
    );
    const own = players.map((i) => groups[i]!);
    games.push({ background: row, players, points: await pointsBetween(model, attempt, row, own) });
  }
  return games;
}

/** The points of every mixture of two rows: bit i of the index takes group i from the attempt. */
async function pointsBetween(
  model: BatchedModel,
  attempt: Numbers,
  row: Numbers,
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
