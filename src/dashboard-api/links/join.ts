import { join } from "../../accounts/link.ts";
import { Problem } from "../../http/problem.ts";
import type { Visitor } from "../admit.ts";
import { assertGoodPassword, emailOf, invalidField, nameOf } from "../fields.ts";
import { asking, passCookies } from "../library-error.ts";
import type { Parts } from "../parts.ts";
import { unusable, usableLink } from "./usable.ts";

type Set = { headers: Record<string, unknown> };

interface Asked {
  token: string;
  name: string;
  email?: string;
  password: string;
}

/** Makes the account that a link invites to, and signs the new person in. */
export async function joinByLink(
  parts: Parts,
  visitor: Visitor,
  asked: Asked,
  set: Set,
): Promise<{ done: true }> {
  const link = await usableLink(parts, visitor, asked.token);
  if (link.purpose === "password") throw unusable();
  if (link.email === null && asked.email === undefined) {
    throw invalidField("/email", "is needed here");
  }
  const email = link.email ?? emailOf(asked.email ?? ""); // An invitation is for its address.
  const name = nameOf(asked.name);
  const { password } = asked;
  assertGoodPassword(password, email);
  const joined = await join(link, { name, email, password }, parts.now(), parts.store);
  if (joined === "gone") throw unusable();
  if (joined === "taken") {
    throw new Problem("conflict", "There is an account with this address already. Sign in.");
  }
  const { headers } = await asking(() =>
    visitor.signIn.api.signInEmail({
      ...{ body: { email, password }, headers: visitor.headers, returnHeaders: true },
    }),
  );
  passCookies(set, headers);
  return { done: true };
}
