/**
 * Which model decides an attempt during a challenge: the challenger or the champion, by the guest's e-mail address
 * and not by chance, so that the same guest has the same model at every attempt.
 */
import type { ChallengeRecord, StoredChallenge } from "../storage/port/challenges.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import { keyedDraw } from "./keyed-draw.ts";

/** @param email the number of the guest's e-mail address. */
export function challengeDraw(
  { id, share, secret }: Pick<ChallengeRecord, "id" | "share" | "secret">,
  email: number,
): Required<StoredChallenge> {
  const draw = keyedDraw(secret, `challenge ${id} ${email}`);
  return { id, share, draw, decidedBy: draw < share ? "challenger" : "champion" };
}

/** What a decision is stored with; null: there was no challenge. @throws SyntaxError where the text is not JSON. */
export function storedChallenge({
  challenge,
}: Pick<DecisionRecord, "challenge">): StoredChallenge | null {
  return challenge === null ? null : (JSON.parse(challenge) as StoredChallenge);
}

/** Whether the challenger decided: what it decides says nothing of the active model. */
export function isByChallenger(decision: Pick<DecisionRecord, "challenge">): boolean {
  return storedChallenge(decision)?.decidedBy === "challenger";
}

/** Whether the model that made a decision is the one that was to make it. */
export function isByItsSide(
  stored: StoredChallenge,
  { modelName, modelVersion }: Pick<DecisionRecord, "modelName" | "modelVersion">,
  { name, version }: Pick<ChallengeRecord, "name" | "version">,
): boolean {
  const isChallenger = modelName === name && modelVersion === version;
  return isChallenger === (stored.decidedBy === "challenger");
}
