/** What a project's decisions say of fraud by score: the basis of the money page and its advice. */

import { addDecisions, type Evidence, noEvidence } from "../outcomes/fraud-rate.ts";
import { hasOutcome } from "../outcomes/observed.ts";
import type { ReportingDelay } from "../outcomes/reporting-delay.ts";
import type { ScoreTally } from "../storage/search.ts";
import type { Store } from "../storage/store.ts";
import type { ControlEvidence } from "./control-evidence.ts";

/** By score, 0 to 99. */
export interface ScoreEvidence {
  /** All decisions of the range. */
  decisions: number[];
  /** Of them, those whose outcome can become known: see `hasOutcome`. */
  observed: number[];
  /** What the observed ones say, each weighed by how likely its fraud is reported by now. */
  evidence: Evidence[];
  /** Of denied bookings; absent where there never was a control group. */
  control?: ControlEvidence;
}

/** The resolution of ages: within one step, the share of reported frauds rises by at most this. */
const shareStep = 1 / 32;

/**
 * @param range Unix ms. Decisions after the last report are left out where reports have stopped.
 */
export async function scoreEvidence(
  projectId: string,
  range: { from: number; to: number },
  delay: ReportingDelay,
  { search }: Pick<Store, "search">,
): Promise<ScoreEvidence> {
  const found = noScoreEvidence();
  const to = Math.min(range.to, delay.observedUntil);
  for (const part of partsOf({ from: range.from, to }, delay)) {
    const tallies = await search.byScore(projectId, part.from, part.to);
    addTallies(found, tallies, { decidedAt: (part.from + part.to) / 2, delay });
  }
  return found;
}

export function noScoreEvidence(): ScoreEvidence {
  const zeros = () => new Array<number>(100).fill(0);
  return {
    decisions: zeros(),
    observed: zeros(),
    evidence: Array.from({ length: 100 }, noEvidence),
  };
}

/** @param at.decidedAt for all of them, Unix ms. */
export function addTallies(
  to: ScoreEvidence,
  tallies: readonly Pick<ScoreTally, "kind" | "riskScore" | "count">[],
  { decidedAt, delay }: { decidedAt: number; delay: ReportingDelay },
): void {
  for (const { kind, riskScore, count } of tallies) {
    to.decisions[riskScore]! += count;
    if (!hasOutcome(kind)) continue;
    to.observed[riskScore]! += count;
    const isFraud = kind.outcome !== null && kind.outcome !== "legitimate";
    const one = { decidedAt, count, frauds: isFraud ? count : 0 };
    addDecisions(to.evidence[riskScore]!, one, delay);
  }
}

const hourMs = 60 * 60 * 1000;

/**
 * Parts of the range, at whole hours, as the index has them. All that is old enough to be settled is
 * one part.
 */
function partsOf(
  { from, to }: { from: number; to: number },
  delay: ReportingDelay,
): { from: number; to: number }[] {
  const cuts: number[] = [];
  let share = 0;
  for (const age of delay.steps) {
    const next = delay.knownWithin(age).share;
    if (next < share + shareStep) continue;
    cuts.push(Math.floor((delay.observedUntil - age) / hourMs) * hourMs);
    share = next;
  }
  const inside = [...new Set(cuts)].filter((cut) => cut > from && cut < to);
  const bounds = [from, ...inside.sort((a, b) => a - b), to];
  return bounds
    .slice(1)
    .flatMap((end, i) => (end > bounds[i]! ? [{ from: bounds[i]!, to: end }] : []));
}
