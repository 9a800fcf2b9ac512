import { decisionsOf, type LinkedRow } from "../../decisions/decisions.ts";
import { Problem } from "../../http/problem.ts";
import type { LinkCount } from "../../storage/search.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { type DecisionOf, decisionOfProject, seesGuests } from "./of-project.ts";

export interface Linked {
  counts: LinkCount[];
  /** Oldest first; of each kind of link the nearest in time. */
  decisions: LinkedRow[];
}

/** Other decisions with the same device, mailbox, phone, address, name or booker. */
export async function lookAtLinked(
  { store, now }: Parts,
  caller: Caller,
  of: DecisionOf,
): Promise<Linked> {
  const { projectId, id } = await decisionOfProject(of, store);
  const found = await decisionsOf(store, now).linked(projectId, id, seesGuests(caller, projectId));
  if (found) return found;
  throw new Problem("not_found", "This project has no decision with that identifier.");
}
