/** A bounded sample of decisions, spread evenly over a period. */
import { idAt, isWithin } from "../../risk/period.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";

/** Pages, at even distances over the period, and decisions of each. */
const pagesMax = 100;
const pageRows = 50;
/** The largest sample. */
export const sampleMax = pagesMax * pageRows;

/**
 * Pages of decisions in order, without duplicates: all of a short period, some of every part of a
 * long one.
 *
 * @param pause is awaited between two pages, so that reading does not delay requests.
 * @param pages of 50 decisions each.
 */
export async function* sampleDecisions(
  projectId: string,
  period: { from: number; to: number },
  store: Store,
  pause: () => Promise<void> = async () => {},
  pages = pagesMax,
): AsyncGenerator<DecisionRecord[]> {
  let last = "";
  for (let page = 0; page < pages; page++) {
    const start = idAt(period.from + (page * (period.to - period.from)) / pages);
    last = start > last ? start : last;
    const read = await store.decisions.after(projectId, last, pageRows);
    const records = read.filter(({ id }) => isWithin(id, period));
    if (records.length === 0) return;
    yield records;
    last = records.at(-1)!.id;
    await pause();
  }
}
