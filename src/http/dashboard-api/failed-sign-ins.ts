/** Wrong passwords and second factors, for the audit log and the log: from where, for which account. */
import { log } from "../../base/log.ts";
import { type Actor, type AuditDetails, auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import { countsInMemory } from "./attempt-limits.ts";

/**
 * Attempts at addresses without an account that are audited in an hour; more are only logged. Those
 * at an account are limited by themselves, so that nobody can fill the disk with either.
 */
export const unknownAccountsMax = 100;
const unknownAccounts = {
  name: "audited unknown",
  most: unknownAccountsMax,
  windowMs: 60 * 60_000,
} as const;

/** Who tries to sign in is nobody yet. */
export const notSignedIn: Actor = { name: "not signed in" };

export interface FailedSignIn {
  address: string;
  reason: AuditDetails["session.refused"]["reason"];
  /** Null: no account has the address that was typed, which may be anything, even a password. */
  email: string | null;
  actor: Actor;
}

export type RecordFailure = (failed: FailedSignIn) => Promise<void>;

export function failureRecorder(
  { audit, shared }: Pick<Store, "audit" | "shared">,
  now: () => number,
): RecordFailure {
  const counts = shared?.attemptCounts ?? countsInMemory(now);
  return async ({ address, reason, email, actor }) => {
    const at = now();
    log("warning", "sign_in_failed", { address, reason, hasAccount: email !== null });
    if (email === null && (await counts.count([unknownAccounts])) > 0) return;
    const refused = { subject: email ?? "", projectId: null, detail: { address, reason } };
    await audit.add(auditEntry(actor, at, "session.refused", refused));
  };
}
