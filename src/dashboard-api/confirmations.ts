/**
 * What outlasts a session that somebody else got hold of, such as a key, another owner or deleted
 * data, takes a session that is young, or whose user confirmed who they are again: with a second
 * factor where the account has one, with the password otherwise.
 */
import type { Permission } from "../accounts/permissions.ts";
import { hasSecondFactor } from "../accounts/second-factor.ts";
import { Problem } from "../http/problem.ts";
import { RecentValues } from "../recent-values.ts";
import type { UserRecord } from "../storage/accounts.ts";
import type { Requirement } from "./route-permissions.ts";

/** How long a confirmation counts, ms. Long enough to set up a project in one go. */
export const confirmedMs = 15 * 60_000;

/** Sessions that are remembered; a forgotten one is asked again, as after a restart. */
const rememberedMax = 10_000;

const confirmed: ReadonlySet<Requirement> = new Set<Permission | "confirmed">([
  "confirmed",
  "key.create",
  "key.revoke",
  "people.invite",
  "people.set",
  "people.remove",
  "guest.erase",
  "retention.set",
]);

interface Asked {
  method: string;
  requirement: Requirement;
  session: { id: string; createdAt: Date };
  user: Pick<UserRecord, "twoFactorEnabled" | "hasPasskey">;
}

export interface Confirmations {
  /** The session's user has entered the password, or the second factor. */
  add(sessionId: string): void;
  /** @throws Problem confirmation_required */
  assertFor(asked: Asked): void;
}

/** Reading takes none. A password that a route takes anyway is not asked for twice. */
function takesConfirmation({ method, requirement, user }: Asked): boolean {
  if (method === "GET") return false;
  return requirement === "confirmedIfSecond" ? hasSecondFactor(user) : confirmed.has(requirement);
}

export function openConfirmations(now: () => number): Confirmations {
  const confirmedAt = new RecentValues<number>(rememberedMax);
  return {
    add(sessionId) {
      confirmedAt.set(sessionId, now());
    },
    assertFor(asked) {
      if (!takesConfirmation(asked)) return;
      const { session, user } = asked;
      const last = Math.max(session.createdAt.getTime(), confirmedAt.get(session.id) ?? 0);
      if (now() - last <= confirmedMs) return;
      const secret = hasSecondFactor(user) ? "your second factor" : "your password";
      throw new Problem("confirmation_required", `Enter ${secret} again to do this.`);
    },
  };
}
