/** A project's first days: what later ones are compared with, where its model brings nothing. */
import { always, extentOf, idAt } from "../risk/period.ts";
import type { DecisionRecord, Store } from "../storage/store.ts";

export const firstDays = 7;
/** So many pages, even over the days, of so many decisions: bounded, whatever the traffic. */
const pages = 100;
const pageRows = 50;
const daysMs = firstDays * 86_400_000;

/** @param pause is waited for between two pages. */
export async function* firstDecisions(
  projectId: string,
  store: Store,
  pause: () => Promise<void> = async () => {},
): AsyncGenerator<DecisionRecord> {
  const extent = await extentOf(projectId, always, store);
  if (!extent) return;
  const end = extent.first + daysMs;
  let last = "";
  for (let page = 0; page < pages; page++) {
    const start = idAt(extent.first + (page * daysMs) / pages);
    last = start > last ? start : last;
    for (const record of await store.decisions.after(projectId, last, pageRows)) {
      if (record.decidedAt >= end) return;
      yield record;
      last = record.id;
    }
    await pause();
  }
}
