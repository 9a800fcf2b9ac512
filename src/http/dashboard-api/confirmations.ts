/**
 * What outlasts a session that somebody else got hold of, such as a key, another owner or deleted
 * data, and what weakens a project's protection takes a session that is young, or whose user
 * confirmed who they are again, with the strongest factor of the account.
 * `route-requirements.ts` says which routes do.
 */
import { RecentValues } from "../../base/recent-values.ts";
import { strongestFactor } from "../../projects/accounts/second-factor.ts";
import type { UserRecord } from "../../storage/port/accounts.ts";
import { Problem } from "../problems/problem.ts";
import type { Confirmation } from "./route-requirements.ts";

/** How long a confirmation counts, ms. Long enough to set up a project in one go. */
export const confirmedMs = 15 * 60_000;

/** Sessions that are remembered; a forgotten one is asked again, as after a restart. */
const rememberedMax = 10_000;

const requests = {
  passkey: "Use your passkey again to do this.",
  app: "Enter a code of your authenticator app again to do this.",
  password: "Enter your password again to do this.",
} as const;

export interface Confirmations {
  /** The session's user has entered the password, or the second factor. */
  add(sessionId: string): void;
  /** @throws Problem confirmation_required */
  assertFor(asked: {
    confirmation: Confirmation;
    session: { id: string; createdAt: Date };
    user: Pick<UserRecord, "twoFactorEnabled" | "hasPasskey">;
  }): void;
}

export function openConfirmations(now: () => number): Confirmations {
  const confirmedAt = new RecentValues<number>(rememberedMax);
  return {
    add(sessionId) {
      confirmedAt.set(sessionId, now());
    },
    assertFor({ confirmation, session, user }) {
      if (confirmation === "unconfirmed") return;
      const factor = strongestFactor(user);
      if (confirmation === "confirmedIfSecondFactor" && factor === "password") return;
      const last = Math.max(session.createdAt.getTime(), confirmedAt.get(session.id) ?? 0);
      if (now() - last > confirmedMs) throw new Problem("confirmation_required", requests[factor]);
    },
  };
}
