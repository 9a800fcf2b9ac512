/**
 * What outlasts a session that somebody else got hold of, such as a key or another owner, takes a
 * session that is young, or whose user entered the password again.
 */
import type { Permission } from "../accounts/permissions.ts";
import { Problem } from "../http/problem.ts";
import { RecentValues } from "../recent-values.ts";

/** How long a password that was entered counts, ms. Long enough to set up a project in one go. */
export const confirmedMs = 15 * 60_000;

/** Sessions that are remembered; a forgotten one is asked again, as after a restart. */
const rememberedMax = 10_000;

const confirmed: ReadonlySet<Permission> = new Set<Permission>([
  "key.create",
  "key.revoke",
  "people.invite",
  "people.set",
  "people.remove",
]);

export interface Confirmations {
  /** The session's user has entered the password. */
  add(sessionId: string): void;
  /** @throws Problem confirmation_required */
  assertFor(permission: Permission, session: { id: string; createdAt: Date }): void;
}

export function openConfirmations(now: () => number): Confirmations {
  const confirmedAt = new RecentValues<number>(rememberedMax);
  return {
    add(sessionId) {
      confirmedAt.set(sessionId, now());
    },
    assertFor(permission, { id, createdAt }) {
      if (!confirmed.has(permission)) return;
      const last = Math.max(createdAt.getTime(), confirmedAt.get(id) ?? 0);
      if (now() - last <= confirmedMs) return;
      throw new Problem("confirmation_required", "Enter your password again to do this.");
    },
  };
}
