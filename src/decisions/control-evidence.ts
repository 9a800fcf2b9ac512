/** What the control group says of denied bookings, by score. */
import { storedAmount } from "../money/stored-amount.ts";
import { amountsOf } from "../outcomes/amounts.ts";
import { addDecisions, type Evidence, noEvidence } from "../outcomes/fraud-rate.ts";
import type { ReportingDelay } from "../outcomes/reporting-delay.ts";
import { storedDraw } from "../risk/control-group.ts";
import { countingReport } from "../risk/outcome.ts";
import type { DrawnDecision } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import type { EvidenceRange } from "./evidence-range.ts";

/** By score, 0 to 99, of the bookings that the model denied while there was a control group. */
export interface ControlEvidence {
  /** Those that could be let through, whether or not they were; and those that could not. */
  drawn: number[];
  excluded: number[];
  /** Of those that were let through. */
  evidence: Evidence[];
}

export function noControlEvidence(): ControlEvidence {
  const zeros = () => new Array<number>(100).fill(0);
  return { drawn: zeros(), excluded: zeros(), evidence: Array.from({ length: 100 }, noEvidence) };
}

/** Rows that are in memory at a time. */
const pageRows = 1000;

export async function controlEvidence(
  projectId: string,
  range: EvidenceRange,
  delay: ReportingDelay,
  { decisions, outcomes }: Pick<Store, "decisions" | "outcomes">,
): Promise<ControlEvidence> {
  const found = noControlEvidence();
  const to = Math.min(range.to, delay.observedUntil);
  const isFraud = async ({ id }: DrawnDecision) => {
    const report = countingReport(await outcomes.list(projectId, id));
    return report !== null && report.outcome !== "legitimate";
  };
  for (let last = ""; ; ) {
    const page = await decisions.drawn(projectId, last, pageRows);
    for (const one of page) {
      if (one.decidedAt < range.from || one.decidedAt >= to) continue;
      const { draw, result } = storedDraw(one)!;
      found[draw === null ? "excluded" : "drawn"][one.riskScore]! += 1;
      if (result !== "allowed") continue;
      const amounts = amountsOf(storedAmount(one.request, range.currency));
      const counted = { decidedAt: one.decidedAt, count: 1, isFraud: await isFraud(one), amounts };
      addDecisions(found.evidence[one.riskScore]!, counted, delay);
    }
    if (page.length < pageRows) return found;
    last = page.at(-1)!.id;
  }
}
