/** What each cutoff would earn, estimated from the evidence: for information, as few can be set. */
import { firstDenied } from "../../../decisions/band-rate.ts";
import type { ScoreEvidence } from "../../../decisions/score-evidence.ts";
import {
  type CutOff,
  type CutOffPrices,
  cutOffs,
  type KnownByScore,
} from "../../../replay/cut-offs.ts";

/** The cutoffs from 0 to the first that has denied bookings above it, which have no outcome. */
export function estimatedCutoffs(evidence: ScoreEvidence, prices: CutOffPrices): CutOff[] {
  const last = firstDenied(evidence);
  const observed = observedByScore(evidence, last);
  return cutOffs(observed, prices).slice(0, last + 1);
}

/** All bookings of each score below `to`, at the rate of fraud of those with an outcome. */
function observedByScore({ decisions, evidence }: ScoreEvidence, to: number): KnownByScore {
  const fraud = decisions.map((count, score) => {
    const { frauds, exposure } = evidence[score]!;
    return score < to && exposure > 0 ? count * Math.min(1, frauds / exposure) : 0;
  });
  const other = decisions.map((count, score) => (score < to ? count - fraud[score]! : 0));
  return { fraud, other };
}
