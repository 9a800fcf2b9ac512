import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { assertGoodPassword } from "../fields.ts";
import { asking } from "../library-error.ts";
import type { Parts } from "../parts.ts";

/** Sets a new password and ends this person's other sessions. */
export async function changePassword(
  { store, limits }: Parts,
  { address, person, sessionId, signIn, headers, doing }: Caller,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ done: true }> {
  assertGoodPassword(password, person.email);
  const wasRight = limits.begin(address, person.email);
  const body = { currentPassword, newPassword: password };
  await asking(() => signIn.api.changePassword({ body, headers }));
  wasRight();
  await store.audit.add(auditLine(doing(), "person.password", person.email, null));
  const ended = auditLine(doing(), "session.end-others", person.email, null);
  await store.accounts.endOtherSessions(person.id, sessionId, ended);
  return { done: true };
}
