/** A project's first days: what later ones are compared with, where its model brings nothing. */
import { always, extentOf } from "../risk/period.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import { spread } from "./spread.ts";

export const firstDays = 7;
const daysMs = firstDays * 86_400_000;

/** @param pause is waited for between two pages. */
export async function* firstDecisions(
  projectId: string,
  store: Store,
  pause: () => Promise<void> = async () => {},
): AsyncGenerator<DecisionRecord> {
  const extent = await extentOf(projectId, always, store);
  if (!extent) return;
  const period = { from: extent.first, to: extent.first + daysMs };
  for await (const records of spread(projectId, period, store, pause)) yield* records;
}
