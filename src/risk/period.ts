/** The decisions of a period: identifiers begin with the time, so a period is a range of them. */
import type { Store } from "../storage/store.ts";

export interface Period {
  /** Unix ms, included; null: from the first decision on. */
  from: number | null;
  /** Unix ms, not included. */
  to: number;
}

/** The last time that an identifier can have: 48 bits. */
const lastMs = 2 ** 48 - 1;

export const always: Period = { from: null, to: lastMs };

/** What every identifier of this millisecond and later ones is greater than, and no earlier one. */
export function idAt(ms: number): string {
  const inside = Math.min(Math.max(0, Math.trunc(ms)), lastMs);
  return `dec_${inside.toString(16).padStart(12, "0")}`;
}

/** Where the first page of the period starts: after this. */
export function startOf({ from }: Period): string {
  return from === null ? "" : idAt(from);
}

export function isWithin(decisionId: string, { to }: Period): boolean {
  return decisionId < idAt(to);
}

/**
 * When the first and the last decision of a period were made, by bisection: for the progress, which
 * has to know where the end is. Null where there is none.
 */
export async function extentOf(
  projectId: string,
  period: Period,
  store: Store,
): Promise<{ first: number; last: number } | null> {
  const next = async (id: string) => {
    const [record] = await store.decisions.after(projectId, id, 1);
    return record && isWithin(record.id, period) ? record.decidedAt : null;
  };
  const first = await next(startOf(period));
  if (first === null) return null;
  let [last, above] = [first, period.to];
  while (above - last > 1) {
    const middle = last + Math.floor((above - last) / 2);
    const found = await next(idAt(middle));
    if (found === null) above = middle;
    else last = Math.max(found, middle);
  }
  return { first, last };
}
