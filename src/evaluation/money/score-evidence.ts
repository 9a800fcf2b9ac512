/** What a project's decisions say of fraud by score: the basis of the money page and its advice. */

import { minorUnitsOf } from "../../attempt/request/currency.ts";
import { hourMs } from "../../base/durations.ts";
import { type Amounts, addAmounts, noAmounts } from "../../risk/outcomes/amounts.ts";
import { addDecisions, type Evidence, noEvidence } from "../../risk/outcomes/fraud-rate.ts";
import { hasOutcome } from "../../risk/outcomes/observed.ts";
import type { ReportingDelay } from "../../risk/outcomes/reporting-delay.ts";
import type { ScoreTally } from "../../storage/port/search.ts";
import type { Store } from "../../storage/port/store.ts";
import type { ControlEvidence } from "./control-evidence.ts";
import type { EvidenceRange } from "./evidence-range.ts";

/** By score, 0 to 99. */
export interface ScoreEvidence {
  /** All decisions of the range, and their amounts. */
  decisions: number[];
  amounts: Amounts[];
  /** Of them, those whose outcome can become known: see `hasOutcome`. */
  observed: number[];
  /** What the observed ones say, each weighed by how likely its fraud is reported by now. */
  evidence: Evidence[];
  /** Of denied bookings; absent where there never was a control group. */
  control?: ControlEvidence;
}

/** The resolution of ages: within one step, the share of reported frauds rises by at most this. */
const shareStep = 1 / 32;

export async function scoreEvidence(
  projectId: string,
  range: EvidenceRange,
  delay: ReportingDelay,
  { search }: Pick<Store, "search">,
): Promise<ScoreEvidence> {
  const found = noScoreEvidence();
  const to = Math.min(range.to, delay.observedUntil);
  const minorUnits = range.currency === null ? 1 : minorUnitsOf(range.currency);
  for (const part of partsOf({ from: range.from, to }, delay)) {
    const at = { decidedAt: (part.from + part.to) / 2, delay, minorUnits };
    addTallies(found, await search.byScore(projectId, part.from, part.to, range.currency), at);
  }
  return found;
}

export function noScoreEvidence(): ScoreEvidence {
  const zeros = () => new Array<number>(100).fill(0);
  return {
    decisions: zeros(),
    amounts: Array.from({ length: 100 }, noAmounts),
    observed: zeros(),
    evidence: Array.from({ length: 100 }, noEvidence),
  };
}

/**
 * @param at.decidedAt for all of them, Unix ms.
 * @param at.minorUnits how many of them, in which the tallies have amounts, one unit of the currency has.
 */
export function addTallies(
  to: ScoreEvidence,
  tallies: readonly ScoreTally[],
  {
    decidedAt,
    delay,
    minorUnits = 1,
  }: { decidedAt: number; delay: ReportingDelay; minorUnits?: number },
): void {
  for (const { kind, riskScore, count, ...tally } of tallies) {
    const amounts = inUnits(tally.amounts ?? noAmounts(), minorUnits);
    to.decisions[riskScore]! += count;
    addAmounts(to.amounts[riskScore]!, amounts);
    if (!hasOutcome(kind)) continue;
    to.observed[riskScore]! += count;
    const isFraud = kind.outcome !== null && kind.outcome !== "legitimate";
    const one = { decidedAt, count, isFraud, amounts };
    addDecisions(to.evidence[riskScore]!, one, delay);
  }
}

function inUnits({ known, sum, squares }: Amounts, minorUnits: number): Amounts {
  return { known, sum: sum / minorUnits, squares: squares / minorUnits ** 2 };
}

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
