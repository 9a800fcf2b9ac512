import { resetPassword } from "../../accounts/link.ts";
import type { Visitor } from "../admit.ts";
import { assertGoodPassword } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { unusable, usableLink } from "./usable.ts";

/** Sets a new password. Signing in is another step: a second factor stays what it was. */
export async function passwordByLink(
  parts: Parts,
  visitor: Visitor,
  { token, password }: { token: string; password: string },
): Promise<{ done: true }> {
  const { store, now } = parts;
  const link = await usableLink(parts, visitor, token);
  const person =
    link.purpose === "password" && link.email ? await store.accounts.findByEmail(link.email) : null;
  if (!person) throw unusable();
  assertGoodPassword(password, person.email);
  if (await resetPassword(link, person.id, password, now(), store)) return { done: true };
  throw unusable();
}
