/** The decision that a command is about. */
import { parseDecisionId } from "../../risk/decision.ts";
import { findDecision } from "../../risk/stored-decision.ts";
import type { Store } from "../../storage/port/store.ts";
import { CommandFailed } from "../output.ts";

/** @throws CommandFailed where there is none of that identifier. */
export async function askedDecision(id: string, store: Store) {
  if (!parseDecisionId(id)) {
    throw new CommandFailed(`"${id}" is not a valid decision ID (dec_ and 32 hexadecimal digits)`);
  }
  const found = await findDecision(id, store);
  if (!found) throw new CommandFailed(`there is no decision ${id}`);
  return found;
}
