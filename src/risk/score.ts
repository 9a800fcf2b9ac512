/**
 * The scale: from a calibrated probability to the score, the level and the suggested action.
 * This is the promise to merchants. It stays when the model is swapped.
 */
import type { RiskSetting } from "../projects/risk-setting.ts";

export const riskLevels = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof riskLevels)[number];

export const suggestedActions = ["allow", "deny"] as const;
export type SuggestedAction = (typeof suggestedActions)[number];

const scoreMax = 99;
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
const pointsPerDoubling = 10;

/** A probability on the scale of the score, not rounded and without an end: 0 gives -Infinity. */
export function scorePointsOf(probability: number): number {
  const odds = probability / (1 - probability);
  return anchorScore + pointsPerDoubling * Math.log2(odds / anchorOdds);
}

/**
 * The risk score of a calibrated fraud probability.
 *
 * `clamp(round(75 + 10 · log2(odds / 0.2)), 0, 99)` with `odds = p / (1 - p)`.
 *
 * @param probability 0 to 1; 0 gives 0 and 1 gives 99.
 * @throws RangeError for anything that is not a probability; no score is made up for it.
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

/** What a project with this setting is advised to do at this score. */
export function suggestedActionOf(riskScore: number, setting: RiskSetting): SuggestedAction {
  return riskScore >= denyFrom[setting] ? "deny" : "allow";
}
