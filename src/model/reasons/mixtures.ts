/**
 * The points of rows between an attempt and a background row: some features are the attempt's, all others
 * the background row's.
 */
import { type Numbers, ReasonsUnavailable } from "./explained-model.ts";
import { pointsOf } from "./points.ts";

/** Those of one attempt and one background row. Results are complete once the model has been flushed. */
export interface Mixtures {
  /**
   * The points of every coalition of players, each a list of features' indices. No feature has two players.
   *
   * @param points at an index whose bit i says whether player i's features are the attempt's; 2^players.
   */
  coalitions(players: readonly (readonly number[])[], points: Float64Array): Maybe;
  /**
   * The points as one feature after the other is taken from the attempt, the first one before any of them.
   *
   * @param taken are the attempt's from the start. @param points one more than `order` has features.
   */
  walk(taken: readonly number[], order: readonly number[], points: Float64Array): Maybe;
}

/** A promise where it is time to let requests through. */
type Maybe = Promise<void> | undefined;

export interface MixingModel {
  between(attempt: Numbers, background: Numbers): Mixtures;
  /** @throws ReasonsUnavailable where the model gives no probability. */
  flush(): void;
}

/** The points of a mixture. @throws ReasonsUnavailable where the model gives no probability. */
export function mixturePoints(probability: number): number {
  const points = pointsOf(probability);
  if (!Number.isNaN(points)) return points;
  throw new ReasonsUnavailable("the model returns no probability for a hypothetical attempt");
}
