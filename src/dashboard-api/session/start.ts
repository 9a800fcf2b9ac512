import { readEmail } from "../../accounts/email-address.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Visitor } from "../admit.ts";
import { asking, passCookies } from "../library-error.ts";
import type { Parts } from "../parts.ts";

type Set = { headers: Record<string, unknown> };

/** Signs in with a password; where a second factor is on, that is what comes next. */
export async function start(
  { store, limits, now }: Parts,
  { address, signIn, headers }: Visitor,
  { email: text, password }: { email: string; password: string },
  set: Set,
): Promise<{ next: "done" | "secondFactor" }> {
  const email = readEmail(text) ?? text.toLowerCase();
  const wasRight = limits.begin(address, email);
  await store.signIns.sweep(now());
  const { response, headers: cookies } = await asking(() =>
    signIn.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
  );
  wasRight();
  passCookies(set, cookies);
  if ("twoFactorRedirect" in response) return { next: "secondFactor" };
  await store.audit.add(
    auditLine({ actor: email, at: now() }, "session.start", email, null, { address }),
  );
  return { next: "done" };
}
