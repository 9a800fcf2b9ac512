/** Decisions evenly over a period: bounded, whatever the traffic. */
import { idAt, isWithin } from "../risk/period.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";

/** So many pages, even over the period, of so many decisions. */
const pages = 100;
const pageRows = 50;
/** No more are read of any period. */
export const spreadMax = pages * pageRows;

/**
 * Pages of decisions in their order, none twice. Where there are few, all; where there are many,
 * some of every part of the period.
 *
 * @param pause is waited for between two pages, so that reading does not stand in anybody's way.
 */
export async function* spread(
  projectId: string,
  period: { from: number; to: number },
  store: Store,
  pause: () => Promise<void> = async () => {},
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
