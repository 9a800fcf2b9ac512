/** The score of hypothetical attempts that share only some feature groups with this one. */
import type { Numbers } from "./explained-model.ts";
import type { MixingModel, Mixtures } from "./mixtures.ts";

/**
 * The game of one background row: its players are the groups whose values differ from the
 * attempt's. All other groups change nothing, so that there are 2^(groups that differ) coalitions
 * instead of 2^(groups).
 */
export interface Game {
  background: Numbers;
  mixtures: Mixtures;
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
  model: MixingModel,
  attempt: Numbers,
  background: readonly Numbers[],
  groups: readonly (readonly number[])[],
): Promise<Game[]> {
  const games: Game[] = [];
  for (const row of background) {
    const players = [...groups.keys()].filter((i) =>
      groups[i]!.some((place) => !Object.is(attempt[place], row[place])),
    );
    const mixtures = model.between(attempt, row);
    const points = new Float64Array(2 ** players.length);
    const own = players.map((i) => groups[i]!);
    await mixtures.coalitions(own, points);
    games.push({ background: row, mixtures, players, points });
  }
  model.flush();
  return games;
}
