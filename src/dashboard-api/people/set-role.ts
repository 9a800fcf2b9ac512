import { Problem } from "../../http/problem.ts";
import type { Role } from "../../storage/accounts.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";

/** Gives a person who has a role here another one, or takes it away (null). */
export async function setRole(
  { store }: Parts,
  { projectId, doing }: Caller,
  userId: string,
  role: Role | null,
): Promise<{ done: true }> {
  const person = await store.accounts.find(userId);
  const grants = await store.accounts.grants(userId);
  const isHere = projectId === null || grants.some((one) => one.projectId === projectId);
  if (!person || !isHere) throw new Problem("not_found", "This person has no role here.");
  const line = auditLine(doing(), "person.role", person.email, projectId, { role });
  if (await store.accounts.setRole(userId, projectId, role, line)) return { done: true };
  throw new Problem("conflict", lastOwner);
}

export const lastOwner =
  "This is the last owner of all projects. Make somebody else an owner first.";
