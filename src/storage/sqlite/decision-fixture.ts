/** A decision for tests of the storage, and a group of them as the writer's thread has it. */
import type { NewDecision } from "../decisions.ts";
import { noTraits, sightingOf } from "../sighting.ts";
import type { Identities } from "../velocity.ts";
import { type DecisionGroup, putRows, type Value, writtenWith } from "./events/decision-rows.ts";

export function decisionFixture(
  projectId: string,
  id: string,
  at: number,
  identities: Identities,
): NewDecision {
  return {
    decision: {
      projectId,
      id,
      decidedAt: at,
      source: "api",
      requestId: `${id}_request`,
      keyId: null,
      collectionId: null,
      riskScore: 1,
      riskLevel: "low",
      suggestedAction: "allow",
      riskSetting: "balanced",
      probability: 0.1,
      modelProbability: null,
      projectBaseRate: null,
      modelBaseRate: null,
      modelName: "m",
      modelVersion: "1",
      modelSha256: "0",
      request: "{}",
      evidence: "{}",
      featureSet: "f",
      features: "[]",
      listMatches: null,
      controlGroup: null,
      challenge: null,
    },
    identities,
    sighting: sightingOf(identities, noTraits, { at, tie: at }),
    idempotency: null,
    idempotentSince: 0,
  };
}

export function groupOf(added: readonly NewDecision[]): DecisionGroup {
  const values: Value[] = [];
  putRows(values, added);
  return { values, more: added.map(writtenWith) };
}
