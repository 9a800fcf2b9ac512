/** The second factor: codes of an app (TOTP, RFC 6238), and backup codes that each work once. */
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import { asking, passCookies } from "../library-error.ts";
import type { Parts } from "../parts.ts";

type Set = { headers: Record<string, unknown> };

/** Not on before `confirm`: the app may not have taken the secret. */
export async function startTwoFactor(
  { limits }: Parts,
  { address, person, signIn, headers }: Caller,
  password: string,
): Promise<{ uri: string; backupCodes: string[] }> {
  const wasRight = limits.begin(address, person.email);
  const begun = await asking(() => signIn.api.enableTwoFactor({ body: { password }, headers }));
  wasRight();
  if (begun.method !== "totp") throw new Error("the log-in library began another second factor");
  return { uri: begun.totpURI, backupCodes: begun.backupCodes };
}

export async function confirm(
  { store, limits }: Parts,
  { address, person, signIn, headers, doing }: Caller,
  text: string,
  set: Set,
): Promise<{ done: true }> {
  const wasRight = limits.begin(address, person.email);
  const body = { code: text.replace(/\s/g, "") };
  const { headers: cookies } = await asking(() =>
    signIn.api.verifyTOTP({ body, headers, returnHeaders: true }),
  );
  wasRight();
  passCookies(set, cookies);
  await store.audit.add(auditLine(doing(), "two-factor.start", person.email, null));
  return { done: true };
}

/** In the place of those before. */
export async function newBackupCodes(
  { store, limits }: Parts,
  { address, person, signIn, headers, doing }: Caller,
  password: string,
): Promise<{ backupCodes: string[] }> {
  const wasRight = limits.begin(address, person.email);
  const { backupCodes } = await asking(() =>
    signIn.api.generateBackupCodes({ body: { password }, headers }),
  );
  wasRight();
  await store.audit.add(auditLine(doing(), "two-factor.backup-codes", person.email, null));
  return { backupCodes };
}

export async function endTwoFactor(
  { store, limits }: Parts,
  { address, person, signIn, headers, doing }: Caller,
  password: string,
  set: Set,
): Promise<{ done: true }> {
  const wasRight = limits.begin(address, person.email);
  const { headers: cookies } = await asking(() =>
    signIn.api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }),
  );
  wasRight();
  passCookies(set, cookies);
  await store.audit.add(auditLine(doing(), "two-factor.end", person.email, null));
  return { done: true };
}
