/** A period of decisions. Identifiers begin with the time, so a period is a range of identifiers. */
import type { Store } from "../storage/port/store.ts";

export interface Period {
  /** Unix ms, inclusive; null for the first decision. */
  from: number | null;
  /** Unix ms, exclusive. */
  to: number;
}

/** The latest time of an identifier: 48 bits. */
const lastMs = 2 ** 48 - 1;

export const always: Period = { from: null, to: lastMs };

/** A lower bound of the identifiers of this millisecond and of later ones, above all earlier ones. */
export function idAt(ms: number): string {
  const inside = Math.min(Math.max(0, Math.trunc(ms)), lastMs);
  return `dec_${inside.toString(16).padStart(12, "0")}`;
}

/** The identifier after which the first page of the period starts. */
export function startOf({ from }: Period): string {
  return from === null ? "" : idAt(from);
}

export function isWithin(decisionId: string, { to }: Period): boolean {
  return decisionId < idAt(to);
}

/**
 * The times of the first and the last decision of a period, found by bisection, for a progress
 * bar. Null where the period has no decision.
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
