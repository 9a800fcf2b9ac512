/**
 * The main job: from a booking attempt to a decision on disk. The way of one request, top to
 * bottom: collection → history → features → model → score, level, action → committed → answer.
 */
import {
  type Attempt,
  type FeatureVector,
  featureSetId,
  featureVector,
  vectorToJson,
} from "../features/index.ts";
import { historyFacts } from "../history/facts.ts";
import { identitiesOf } from "../history/identities.ts";
import { InFlight, mergeSightings, type OpenAttempt } from "../history/in-flight.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import { sightingOf } from "../storage/sighting.ts";
import {
  type DecisionRecord,
  historyLimits,
  type IdempotencyRecord,
  type ProjectRecord,
  type Store,
} from "../storage/store.ts";
import type { Intake } from "../telemetry/intake.ts";
import type { CollectionSummary } from "../telemetry/summary.ts";
import { type DecisionOrder, decisionOrders } from "./decision.ts";
import { riskLevelOf, riskScoreOf, suggestedActionOf } from "./score.ts";

/** What gives the calibrated probability of fraud. The ONNX room has one. */
export interface Scorer {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  score(features: FeatureVector): Promise<number>;
}

/** An idempotency key's use, where the caller sent one. */
export interface OneUse extends Omit<IdempotencyRecord, "decisionId"> {
  /** Uses older than this, Unix ms, no longer count. */
  since: number;
}

export interface Assessment {
  project: ProjectRecord;
  request: RiskRequest;
  oneUse: OneUse | null;
}

/** The idempotency key was used by somebody else while this attempt was being decided. */
export class UsedMeanwhile extends Error {}

/**
 * Makes the function that decides.
 *
 * It resolves with the decision's record once that is on disk. It rejects, with nothing decided
 * and nothing counted, with the store's or the model's own error where one of them cannot answer,
 * and with `UsedMeanwhile` where the idempotency key is no longer free.
 */
export function assessor(parts: {
  store: Store;
  scorer: () => Scorer;
  now: () => number;
  /** Waits for the batches of a collection that have arrived and are not on disk yet. */
  settled: Intake["settled"];
}) {
  const { store } = parts;
  const nextOrder = decisionOrders(parts.now);
  const inFlight = new InFlight();

  return async ({ project, request, oneUse }: Assessment): Promise<DecisionRecord> => {
    const scorer = parts.scorer(); // One model a decision, whatever is swapped meanwhile.
    const collection = await knownCollection(parts, project.id, request);
    const order = nextOrder();
    const identities = identitiesOf(project.id, request, collection);
    const open = { identities, sighting: sightingOf(identities, order.at, order.tie) };
    inFlight.add(open);
    try {
      const history = await historyOf(store, inFlight, project.id, open);
      const attempt = { at: order.at, request, collection, history };
      const features = featureVector(attempt);
      const probability = await scorer.score(features);
      const decision = decide({ project, order, attempt, features, probability, scorer });
      await commit(store, decision, open, oneUse);
      return decision;
    } finally {
      inFlight.remove(open);
    }
  };
}

/** What is known of the tab. An id of nobody's, or of another project, is a signal, no error. */
async function knownCollection(
  { store, settled }: { store: Store; settled: Intake["settled"] },
  projectId: string,
  { collectionId }: RiskRequest,
): Promise<CollectionSummary | null> {
  if (!collectionId) return null;
  await settled(projectId, collectionId);
  const record = await store.collections.find(projectId, collectionId);
  return record && (JSON.parse(record.summary) as CollectionSummary);
}

async function historyOf(store: Store, inFlight: InFlight, projectId: string, open: OpenAttempt) {
  const { identities, sighting } = open;
  // Looked at first: what reaches the disk between the two looks is then seen twice, never not.
  const underWay = inFlight.before(open);
  const since = sighting.at - historyLimits.windowMs;
  const stored = await store.history.sightings(projectId, identities, since, sighting);
  return historyFacts(sighting, mergeSightings(stored, underWay));
}

function decide(of: {
  project: ProjectRecord;
  order: DecisionOrder;
  attempt: Attempt;
  features: FeatureVector;
  probability: number;
  scorer: Scorer;
}): DecisionRecord {
  const { project, order, attempt, scorer } = of;
  const riskScore = riskScoreOf(of.probability);
  return {
    projectId: project.id,
    id: order.id,
    decidedAt: order.at,
    requestId: attempt.request.requestId,
    collectionId: attempt.request.collectionId ?? null,
    riskScore,
    riskLevel: riskLevelOf(riskScore),
    suggestedAction: suggestedActionOf(riskScore, project.riskSetting as RiskSetting),
    riskSetting: project.riskSetting,
    probability: of.probability,
    modelName: scorer.name,
    modelVersion: scorer.version,
    modelSha256: scorer.sha256,
    request: JSON.stringify(attempt.request),
    evidence: JSON.stringify({ collection: attempt.collection, history: attempt.history }),
    featureSet: featureSetId,
    features: vectorToJson(of.features),
  };
}

async function commit(
  store: Store,
  decision: DecisionRecord,
  { identities, sighting }: OpenAttempt,
  oneUse: OneUse | null,
): Promise<void> {
  const idempotency = oneUse && {
    keyHash: oneUse.keyHash,
    bodyHash: oneUse.bodyHash,
    createdAt: oneUse.createdAt,
    decisionId: decision.id,
  };
  const committed = await store.decisions.commit({
    decision,
    identities,
    sighting,
    idempotency,
    idempotentSince: oneUse?.since ?? 0,
  });
  if (!committed) throw new UsedMeanwhile();
}
