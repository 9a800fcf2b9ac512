/**
 * The scale: from a calibrated probability to the score, the level and the suggested action.
 * This is the promise to merchants. It stays when the model is swapped.
 */
import type { RiskSetting } from "../projects/risk-setting.ts";

export const riskLevels = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof riskLevels)[number];

export const suggestedActions = ["allow", "deny"] as const;
export type SuggestedAction = (typeof suggestedActions)[number];

export const scoreMax = 99;
const mediumFrom = 65;
const highFrom = 75;

/** The lowest score that each setting denies. */
export const denyFrom: Readonly<Record<RiskSetting, number>> = {
  maximizeProtection: 65,
  balanced: 75,
  maximizeRevenue: 85,
};

/** 75 points mean odds of 1 to 5, and ten points double the odds (CONTRACT: "Score"). */
const anchorScore = 75;
const anchorOdds = 0.2;
export const pointsPerDoubling = 10;

/** A probability on the scale of the score, neither rounded nor clamped: 0 gives -Infinity. */
export function scorePointsOf(probability: number): number {
  const odds = probability / (1 - probability);
  return anchorScore + pointsPerDoubling * Math.log2(odds / anchorOdds);
}

/** The probability at a point of the scale: the inverse of `scorePointsOf`. */
export function probabilityOf(points: number): number {
  const odds = anchorOdds * 2 ** ((points - anchorScore) / pointsPerDoubling);
  return odds / (1 + odds);
}

/**
 * The risk score of a calibrated fraud probability.
 *
 * `clamp(round(75 + 10 · log2(odds / 0.2)), 0, 99)` with `odds = p / (1 - p)`.
 *
 * @param probability 0 to 1; 0 gives 0 and 1 gives 99.
 * @throws RangeError for anything that is not a probability.
 */
export function riskScoreOf(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError("not a probability");
  const score = Math.round(scorePointsOf(probability));
  return Math.min(scoreMax, Math.max(0, score));
}

/** The level of a risk score. Not affected by the project's risk setting. */
export function riskLevelOf(riskScore: number): RiskLevel {
  if (riskScore >= highFrom) return "high";
  return riskScore >= mediumFrom ? "medium" : "low";
}

/** The suggested action of a score under a project's risk setting. */
export function suggestedActionOf(riskScore: number, setting: RiskSetting): SuggestedAction {
  return riskScore >= denyFrom[setting] ? "deny" : "allow";
}

/** First and last score of each band, for reports on many decisions; the bands of the model card. */
export const bands = [
  [0, 19],
  [20, 34],
  [35, 49],
  [50, 64],
  [65, 74],
  [75, 84],
  [85, 99],
] as const;

/** The index of a score's band. */
export function bandOf(riskScore: number): number {
  return bands.findIndex(([, last]) => riskScore <= last);
}
