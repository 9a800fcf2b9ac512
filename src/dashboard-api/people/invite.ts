import { makeLink } from "../../accounts/link.ts";
import { Problem } from "../../http/problem.ts";
import type { Role } from "../../storage/accounts.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { emailOf } from "../fields.ts";
import type { Parts } from "../parts.ts";

export interface Invited {
  /** The token of the link to hand over; null where somebody who has an account got the role. */
  token: string | null;
  email: string;
  expiresAt: string | null;
}

/** Invites somebody new; who has an account already gets the role at once. */
export async function invite(
  { store, now }: Parts,
  { projectId, person, doing }: Caller,
  { email: text, role }: { email: string; role: Role },
): Promise<Invited> {
  const email = emailOf(text);
  const known = await store.accounts.findByEmail(email);
  if (known) {
    const grants = await store.accounts.grants(known.id);
    if (grants.some((one) => one.projectId === projectId)) {
      throw new Problem("conflict", "This person has a role here already. Change it in the list.");
    }
    const line = auditLine(doing(), "person.role", email, projectId, { role });
    await store.accounts.setRole(known.id, projectId, role, line);
    return { token: null, email, expiresAt: null };
  }
  const wanted = { purpose: "invitation" as const, email, role, projectId };
  const { token, link } = await makeLink({ ...wanted, actor: person.email, at: now() }, store);
  return { token, email, expiresAt: new Date(link.expiresAt).toISOString() };
}
