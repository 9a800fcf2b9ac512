/** How earlier attempts were answered, and what was reported of them. */
import { dayMs } from "../../base/durations.ts";
import type { OutcomeCount, Sighting } from "../../storage/port/velocity.ts";
import type { Window } from "./windows.ts";

/**
 * Attempts that were scored this high are remembered as denied: the cut-off of the setting `balanced`.
 * Whatever the project's own setting, so that a count means the same in each project, and does not
 * change with the setting.
 */
export const deniedScore = 75;

/** The windows over which denied attempts are counted. */
export const deniedWindows = ["24h", "7d", "30d"] as const satisfies readonly Window[];

export function isDenied({ score }: Sighting): boolean {
  return score !== null && score >= deniedScore;
}

/** The outcomes reported for earlier attempts with one identity. */
export interface PastOutcomes {
  fraud: number;
  legitimate: number;
  /** Days since the latest fraud was reported; null where there was none. */
  sinceFraudDays: number | null;
}

/** @param count absent where nothing was reported. @param at of the attempt, Unix ms. */
export function pastOutcomesOf(count: OutcomeCount | undefined, at: number): PastOutcomes {
  if (!count) return { fraud: 0, legitimate: 0, sinceFraudDays: null };
  const { fraud, legitimate, lastFraudAt } = count;
  const sinceFraudDays = lastFraudAt === null ? null : (at - lastFraudAt) / dayMs;
  return { fraud, legitimate, sinceFraudDays };
}
