/** What the control group says of denied bookings, by score. */
import { storedDraw } from "../../risk/control-group.ts";
import { countingReport } from "../../risk/outcome.ts";
import { addAmounts, amountsOf, noAmounts } from "../../risk/outcomes/amounts.ts";
import { addDecisions, type Evidence, noEvidence } from "../../risk/outcomes/fraud-rate.ts";
import type { ReportingDelay } from "../../risk/outcomes/reporting-delay.ts";
import { wasDrawn } from "../../storage/port/control-group.ts";
import type { DrawnDecision } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import type { EvidenceRange } from "./evidence-range.ts";
import { storedAmount } from "./stored-amount.ts";

/** By score, 0 to 99, of the bookings that the model denied while there was a control group. */
export interface ControlEvidence {
  /** Those that could be let through, whether or not they were; and those that could not. */
  drawn: number[];
  excluded: number[];
  /**
   * Of those that were let through. Each counts in inverse proportion to the share with which it was drawn, and
   * for one where that was smallest: so the sum is never more certain than as many bookings are.
   */
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
  const letThrough: { one: DrawnDecision; share: number }[] = [];
  for await (const one of drawnDecisions(projectId, range, delay, { decisions })) {
    const draw = storedDraw(one)!;
    found[wasDrawn(draw) ? "drawn" : "excluded"][one.riskScore]! += 1;
    if (draw.result === "allowed") letThrough.push({ one, share: draw.share });
  }
  const smallest = letThrough.reduce((least, { share }) => Math.min(least, share), 1);
  for (const { one, share } of letThrough) {
    const { id, decidedAt, riskScore, request } = one;
    const report = countingReport(await outcomes.list(projectId, id));
    const isFraud = report !== null && report.outcome !== "legitimate";
    const count = smallest / share;
    const amounts = noAmounts();
    addAmounts(amounts, amountsOf(storedAmount(request, range.currency)), count);
    addDecisions(found.evidence[riskScore]!, { decidedAt, count, isFraud, amounts }, delay);
  }
  return found;
}

/** The decisions of a range with a draw of the control group, oldest first. */
export async function* drawnDecisions(
  projectId: string,
  range: Pick<EvidenceRange, "from" | "to">,
  delay: Pick<ReportingDelay, "observedUntil">,
  { decisions }: Pick<Store, "decisions">,
): AsyncGenerator<DrawnDecision> {
  const to = Math.min(range.to, delay.observedUntil);
  for (let last = ""; ; ) {
    const page = await decisions.drawn(projectId, last, pageRows);
    yield* page.filter(({ decidedAt }) => decidedAt >= range.from && decidedAt < to);
    if (page.length < pageRows) return;
    last = page.at(-1)!.id;
  }
}
