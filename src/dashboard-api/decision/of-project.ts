import { isAllowed } from "../../accounts/permissions.ts";
import { Problem } from "../../http/problem.ts";
import { parseDecisionId } from "../../risk/decision.ts";
import type { DecisionRecord } from "../../storage/decisions.ts";
import type { Store } from "../../storage/store.ts";
import type { Caller } from "../admit.ts";

/** Which decision of which project; a decision of another project is none. */
export interface DecisionOf {
  projectId: string;
  decisionId: string;
}

/** @throws Problem not_found */
export async function decisionOfProject(
  { projectId, decisionId }: DecisionOf,
  store: Store,
): Promise<DecisionRecord> {
  const record = parseDecisionId(decisionId) && (await store.decisions.find(projectId, decisionId));
  if (record) return record;
  throw new Problem("not_found", "This project has no decision with that identifier.");
}

/** Whether guests' data goes into answers to this caller. */
export function seesGuests({ grants }: Pick<Caller, "grants">, projectId: string): boolean {
  return isAllowed(grants, "guest.read", projectId);
}
