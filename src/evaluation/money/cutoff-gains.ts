/** What each cutoff would earn, estimated from the evidence: for information, as few can be set. */
import { firstDenied } from "./band-rate.ts";
import { evidenceByStake, gainAt } from "./gain.ts";
import type { Prices } from "./prices.ts";
import type { ScoreEvidence } from "./score-evidence.ts";

export interface CutoffGain {
  /** The lowest score that is denied. */
  denyFrom: number;
  /** What denying the bookings from there earns, more than denying those that have no outcome. */
  gain: number;
}

/** The cutoffs from 0 to the first that has denied bookings above it, which have no outcome. */
export function cutoffGains(all: ScoreEvidence, prices: Prices): CutoffGain[] {
  const last = firstDenied(all);
  const gains: CutoffGain[] = [{ denyFrom: last, gain: 0 }];
  for (let score = last - 1; score >= 0; score--) {
    const { frauds, exposure } = evidenceByStake([all.evidence[score]!], prices)[0]!;
    const rate = exposure > 0 ? Math.min(1, frauds / exposure) : 0;
    const bookings = { count: all.decisions[score]!, amounts: all.amounts[score]! };
    gains.push({ denyFrom: score, gain: gains.at(-1)!.gain + gainAt(rate, bookings, prices) });
  }
  return gains.reverse();
}
