import { Problem } from "../../http/problem.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";

export interface SessionSummary {
  sessionId: string;
  address: string | null;
  userAgent: string | null;
  startedAt: string;
  lastSeenAt: string;
  isThisOne: boolean;
}

export async function mySessions(
  { store, now }: Parts,
  { person, sessionId }: Caller,
): Promise<SessionSummary[]> {
  const sessions = await store.accounts.sessions(person.id, now());
  return sessions.map((one) => ({
    sessionId: one.id,
    address: one.ipAddress || null,
    userAgent: one.userAgent || null,
    startedAt: new Date(one.createdAt).toISOString(),
    lastSeenAt: new Date(one.updatedAt).toISOString(),
    isThisOne: one.id === sessionId,
  }));
}

export async function endMySession(
  { store }: Parts,
  { person, doing }: Caller,
  sessionId: string,
): Promise<{ done: true }> {
  const line = auditLine(doing(), "session.end", person.email, null);
  if (await store.accounts.endSession(person.id, sessionId, line)) return { done: true };
  throw new Problem("not_found", "That session has ended already.");
}

export async function endOtherSessions(
  { store }: Parts,
  { person, sessionId, doing }: Caller,
): Promise<{ ended: number }> {
  const line = auditLine(doing(), "session.end-others", person.email, null);
  return { ended: await store.accounts.endOtherSessions(person.id, sessionId, line) };
}
