/**
 * How well a model ranks fraud above legitimate bookings, in constant memory: both are counted in
 * fine bins of the log-odds, 32 per risk point, where exact figures would need every probability.
 * Two probabilities within 1/32 point count as a tie: they rarely lead to different scores.
 */
import { scorePointsOf } from "../../risk/score.ts";

/** Counts by bin; plain arrays, so that a checkpoint can hold them. */
export interface RankHistogram {
  fraud: number[];
  other: number[];
}

/** Score points before rounding and clamping. One probability in 5 million lies outside. */
const from = -140;
const to = 300;
const binsPerPoint = 32;
const bins = (to - from) * binsPerPoint;

export function rankHistogram(): RankHistogram {
  return { fraud: new Array(bins).fill(0), other: new Array(bins).fill(0) };
}

export function addRank(histogram: RankHistogram, probability: number, fraud: boolean): void {
  const bin = Math.floor((scorePointsOf(probability) - from) * binsPerPoint);
  const place = Math.min(bins - 1, Math.max(0, bin)); // Of 0 and 1 too, whose log-odds are infinite.
  const counts = fraud ? histogram.fraud : histogram.other;
  counts[place]! += 1;
}

export interface Ranking {
  /** The probability that fraud has a higher score than a legitimate booking; a tie counts half. */
  auc: number | null;
  /** Σ (Rₖ − Rₖ₋₁) · Pₖ from the highest score down: the precision at each step of recall. */
  averagePrecision: number | null;
}

/**
 * The area under the ROC curve as Mann and Whitney's U (Hanley, McNeil, Radiology 143, 1982), and
 * average precision as scikit-learn's `average_precision_score`. Null without both kinds.
 */
export function rankingOf({ fraud, other }: RankHistogram): Ranking {
  let [frauds, others] = [0, 0];
  let [pairs, precision] = [0, 0];
  for (let bin = bins - 1; bin >= 0; bin--) {
    const [f, o] = [fraud[bin]!, other[bin]!];
    if (f === 0 && o === 0) continue;
    pairs += o * (frauds + f / 2);
    frauds += f;
    others += o;
    precision += f * (frauds / (frauds + others));
  }
  if (frauds === 0 || others === 0) return { auc: null, averagePrecision: null };
  return { auc: pairs / (frauds * others), averagePrecision: precision / frauds };
}
