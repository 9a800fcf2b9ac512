import { StrangeCursor } from "../../decisions/decisions.ts";
import type { DecisionRow } from "../../decisions/rows.ts";
import type { Caller } from "../admit.ts";
import type { Room } from "./room.ts";
import { type SentView, seesGuests, viewOf } from "./sent-view.ts";

/** Rows of a page. */
export const listedAtOnce = 50;

export interface DecisionList {
  rows: DecisionRow[];
  /** For the page behind this one; null at the end. */
  next: string | null;
  /** The cursor was not one of this list: these are the newest. */
  strangeCursor: boolean;
}

/** A page of a view, newest first. @throws Problem validation_failed, forbidden */
export async function listDecisions(
  { decisions }: Pick<Room, "decisions">,
  caller: Pick<Caller, "grants">,
  projectId: string,
  sent: { view: SentView; cursor?: string },
): Promise<DecisionList> {
  const personal = seesGuests(caller, projectId);
  const view = viewOf(sent.view, personal);
  const pageFrom = (cursor: string | null) =>
    decisions.page(projectId, { view, cursor, limit: listedAtOnce }, personal);
  try {
    return { ...(await pageFrom(sent.cursor ?? null)), strangeCursor: false };
  } catch (error) {
    if (!(error instanceof StrangeCursor)) throw error;
    return { ...(await pageFrom(null)), strangeCursor: true };
  }
}
