/**
 * `Idempotency-Key`: the same key with the same body within 24 hours gets the first call's answer
 * again, and counts once. Only the key's hash is kept; what a caller writes into it is theirs.
 */
import { hash } from "node:crypto";
import type { DecisionRecord } from "../storage/decisions.ts";
import { StorageUnavailable, type Store } from "../storage/store.ts";
import { type Assessment, type OneUse, UsedMeanwhile } from "./assess.ts";

export const idempotencyMs = 24 * 60 * 60 * 1000;

/** The same idempotency key came with another body. */
export class IdempotencyConflict extends Error {
  override readonly name = "IdempotencyConflict";
}

export interface Answer {
  record: DecisionRecord;
  /** The answer is an earlier call's. */
  replayed: boolean;
}

interface UnderWay {
  bodyHash: string;
  answer: Promise<Answer>;
}

/**
 * Puts idempotency around a function that decides. Two calls with one key at the same time are
 * decided once; the second waits for the first.
 */
export function idempotent(parts: {
  store: Store;
  now: () => number;
  assess: (assessment: Assessment) => Promise<DecisionRecord>;
}) {
  const underWay = new Map<string, UnderWay>();

  async function decideOnce(
    assessment: Omit<Assessment, "oneUse">,
    oneUse: OneUse,
  ): Promise<Answer> {
    const { id: projectId } = assessment.project;
    const stored = await earlier(parts.store, projectId, oneUse);
    if (stored) return stored;
    const name = `${projectId}:${oneUse.keyHash}`;
    const other = underWay.get(name);
    if (other) {
      if (other.bodyHash !== oneUse.bodyHash) throw new IdempotencyConflict();
      return { ...(await other.answer), replayed: true };
    }
    const answer = decideOrYield({ ...assessment, oneUse }, oneUse);
    underWay.set(name, { bodyHash: oneUse.bodyHash, answer });
    try {
      return await answer;
    } finally {
      underWay.delete(name);
    }
  }

  /** Decides, or takes the answer of another server that was first. */
  async function decideOrYield(assessment: Assessment, oneUse: OneUse): Promise<Answer> {
    try {
      return { record: await parts.assess(assessment), replayed: false };
    } catch (error) {
      if (!(error instanceof UsedMeanwhile)) throw error;
      const stored = await earlier(parts.store, assessment.project.id, oneUse);
      if (stored) return stored;
      throw new StorageUnavailable("an idempotency key was in use and is not stored");
    }
  }

  /** @param key the caller's Idempotency-Key; @param body the parsed body it came with. */
  return async (
    assessment: Omit<Assessment, "oneUse">,
    use: { key: string; body: unknown } | null,
  ): Promise<Answer> => {
    if (!use) {
      return { record: await parts.assess({ ...assessment, oneUse: null }), replayed: false };
    }
    const createdAt = parts.now();
    return decideOnce(assessment, {
      keyHash: hash("sha256", use.key),
      bodyHash: hash("sha256", canonicalJson(use.body)),
      createdAt,
      since: createdAt - idempotencyMs,
    });
  };
}

async function earlier(
  store: Store,
  projectId: string,
  { keyHash, bodyHash, since }: OneUse,
): Promise<Answer | null> {
  const use = await store.decisions.findIdempotent(projectId, keyHash, since);
  if (!use) return null;
  if (use.bodyHash !== bodyHash) throw new IdempotencyConflict();
  const record = await store.decisions.find(projectId, use.decisionId);
  if (!record) throw new Error("an idempotency key names a decision that is not stored");
  return { record, replayed: true };
}

/** JSON with the members of every object in order, so that spelling makes no other body. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
