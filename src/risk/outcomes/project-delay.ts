import type { Store } from "../../storage/port/store.ts";
import { type DelayMissing, type ReportingDelay, reportingDelay } from "./reporting-delay.ts";

/**
 * The reporting delay of a project, from all of its reports.
 * @param now Unix ms.
 */
export async function projectDelay(
  projectId: string,
  now: number,
  { search, decisions }: Pick<Store, "search" | "decisions">,
): Promise<ReportingDelay | DelayMissing> {
  const [history, [first]] = await Promise.all([
    search.reportHistory(projectId),
    decisions.after(projectId, "", 1),
  ]);
  return reportingDelay(history, { now, firstDecidedAt: first?.decidedAt ?? now });
}
