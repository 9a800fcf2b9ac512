import { Problem } from "../../http/problem.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { lastOwner } from "./set-role.ts";

/** The account is gone with its sessions. Only for owners of all projects: it may be in several. */
export async function removePerson(
  { store }: Parts,
  { projectId, doing }: Caller,
  userId: string,
): Promise<{ done: true }> {
  const person = await store.accounts.find(userId);
  if (!person || projectId !== null) throw new Problem("not_found", "There is no such account.");
  const line = auditLine(doing(), "person.remove", person.email, null);
  if (await store.accounts.remove(userId, line)) return { done: true };
  throw new Problem("conflict", lastOwner);
}
