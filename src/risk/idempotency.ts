/**
 * `Idempotency-Key`: the same key with the same body within 24 hours gets the first call's answer
 * again, and counts once. Only a hash of the key is stored, since callers may put anything into it.
 */
import { hash } from "node:crypto";
import { canonicalJson } from "../base/canonical-json.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import { StorageUnavailable, type Store } from "../storage/port/store.ts";
import type { CheckoutAttempt, DecideCheckout, IdempotencyUse } from "./decide.ts";

export const idempotencyMs = 24 * 60 * 60 * 1000;

/** The same idempotency key was sent with another body. */
export class IdempotencyConflict extends Error {
  override readonly name = "IdempotencyConflict";
}

export interface Answer {
  record: DecisionRecord;
  /** The answer is that of an earlier call. */
  replayed: boolean;
}

/** The `Idempotency-Key` header and the parsed body that it came with. */
export interface IdempotencyKey {
  key: string;
  body: unknown;
}

interface PendingAnswer {
  bodyHash: string;
  answer: Promise<Answer>;
}

/**
 * Adds idempotency to a function that decides. Two simultaneous calls with one key are decided
 * once: the second waits for the first.
 */
export function withIdempotency(deps: { store: Store; now: () => number; decide: DecideCheckout }) {
  const { store, now, decide } = deps;
  const inFlight = new Map<string, PendingAnswer>();

  async function decideOnce(attempt: CheckoutAttempt, use: IdempotencyUse): Promise<Answer> {
    const { id: projectId } = attempt.project;
    // A store that opens attempts looks the key up then: one round trip less.
    const stored = store.shared ? null : await findAnswer(store, projectId, use);
    if (stored) return stored;
    const name = `${projectId}:${use.keyHash}`;
    const other = inFlight.get(name);
    if (other) {
      if (other.bodyHash !== use.bodyHash) throw new IdempotencyConflict();
      return { ...(await other.answer), replayed: true };
    }
    const answer = decideOrFind(attempt, use);
    inFlight.set(name, { bodyHash: use.bodyHash, answer });
    try {
      return await answer;
    } finally {
      inFlight.delete(name);
    }
  }

  /** Decides, or finds the answer of another process that used the key first. */
  async function decideOrFind(attempt: CheckoutAttempt, use: IdempotencyUse): Promise<Answer> {
    const record = await decide(attempt, use);
    if (record) return { record, replayed: false };
    const stored = await findAnswer(store, attempt.project.id, use);
    if (stored) return stored;
    throw new StorageUnavailable("an idempotency key was in use and is not stored");
  }

  return async (attempt: CheckoutAttempt, sent: IdempotencyKey | null): Promise<Answer> => {
    if (!sent) return { record: await decide(attempt, null), replayed: false };
    const createdAt = now() - (await store.clockAheadMs()); // Copies agree on when a key ends.
    return decideOnce(attempt, {
      keyHash: hash("sha256", sent.key),
      bodyHash: hash("sha256", canonicalJson(sent.body)),
      createdAt,
      since: createdAt - idempotencyMs,
    });
  };
}

async function findAnswer(
  store: Store,
  projectId: string,
  { keyHash, bodyHash, since }: IdempotencyUse,
): Promise<Answer | null> {
  const use = await store.decisions.findIdempotent(projectId, keyHash, since);
  if (!use) return null;
  if (use.bodyHash !== bodyHash) throw new IdempotencyConflict();
  const record = await store.decisions.find(projectId, use.decisionId);
  if (record) return { record, replayed: true };
  // Between the two, the guest was erased, and the key with it: sent again, the call is decided anew.
  if (!(await store.decisions.findIdempotent(projectId, keyHash, since))) {
    throw new StorageUnavailable("the decision of an idempotency key was just erased");
  }
  throw new Error("an idempotency key refers to a decision that is not stored");
}
