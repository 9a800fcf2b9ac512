/** What a shadow model would have changed, from stored pairs of served and shadow scores. */
import { riskSettings } from "../projects/risk-setting.ts";
import type { ScorePair } from "../storage/port/shadow-scores.ts";
import { type RiskLevel, riskLevelOf, riskLevels, suggestedActionOf } from "./score.ts";

export interface ShadowReport {
  /** Decisions that both models scored. */
  decisions: number;
  settings: SettingComparison[];
  /** Decisions of each level, by model. */
  levels: Record<RiskLevel, { served: number; shadow: number }>;
  /** Shadow score less served score, in points; null where there is nothing to compare. */
  meanDifference: number | null;
  meanAbsoluteDifference: number | null;
}

/** The comparison under one risk setting, whatever the setting of the projects was. */
export interface SettingComparison {
  riskSetting: string;
  /** The share of decisions with the same action; null where there is nothing to compare. */
  agreement: number | null;
  /** Decisions served as "allow" that the shadow model denies; and the reverse. */
  allowToDeny: number;
  denyToAllow: number;
}

export function shadowReport(pairs: readonly ScorePair[]): ShadowReport {
  const decisions = sum(pairs, () => 1);
  const mean = (of: (pair: ScorePair) => number) =>
    decisions === 0 ? null : sum(pairs, of) / decisions;
  const difference = ({ shadow, served }: ScorePair) => shadow - served;
  const atLevel = (level: RiskLevel, which: "served" | "shadow") =>
    sum(pairs, (pair) => Number(riskLevelOf(pair[which]) === level));
  return {
    decisions,
    settings: riskSettings.map((riskSetting) => {
      const flips = (from: string, to: string) =>
        sum(pairs, ({ served, shadow }) => {
          const isFlip =
            suggestedActionOf(served, riskSetting) === from &&
            suggestedActionOf(shadow, riskSetting) === to;
          return Number(isFlip);
        });
      const allowToDeny = flips("allow", "deny");
      const denyToAllow = flips("deny", "allow");
      const agreement = decisions === 0 ? null : 1 - (allowToDeny + denyToAllow) / decisions;
      return { riskSetting, agreement, allowToDeny, denyToAllow };
    }),
    levels: Object.fromEntries(
      riskLevels.map((level) => [
        level,
        { served: atLevel(level, "served"), shadow: atLevel(level, "shadow") },
      ]),
    ) as ShadowReport["levels"],
    meanDifference: mean(difference),
    meanAbsoluteDifference: mean((pair) => Math.abs(difference(pair))),
  };
}

function sum(pairs: readonly ScorePair[], of: (pair: ScorePair) => number): number {
  return pairs.reduce((total, pair) => total + pair.count * of(pair), 0);
}
