/**
 * The main job: from a booking attempt to a decision on disk. The way of one request, top to
 * bottom: collection → network → history → features → model → score, level, action → committed.
 */
import {
  type Attempt,
  type FeatureVector,
  featureSetId,
  featureVector,
  vectorToJson,
} from "../features/index.ts";
import { phoneFactsOf } from "../features/phone-number.ts";
import type { NetworkLookup } from "../geoip/facts.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import type { DecisionRecord, DecisionSource, IdempotencyRecord } from "../storage/decisions.ts";
import type { OutcomeRecord } from "../storage/outcomes.ts";
import type { ProjectRecord } from "../storage/projects.ts";
import { sightingOf } from "../storage/sighting.ts";
import type { Store } from "../storage/store.ts";
import { velocityLimits } from "../storage/velocity.ts";
import type { Intake } from "../telemetry/intake.ts";
import {
  type CollectionFacts,
  type CollectionSummary,
  collectionFacts,
} from "../telemetry/summary.ts";
import { historyFacts } from "../velocity/facts.ts";
import { identitiesOf, traitsOf } from "../velocity/identities.ts";
import { InFlight, mergeSightings, type OpenAttempt } from "../velocity/in-flight.ts";
import { type DecisionOrder, decisionOrders } from "./decision.ts";
import { riskLevelOf, riskScoreOf, suggestedActionOf } from "./score.ts";

/** What gives the calibrated probability of fraud. The ONNX room has one. */
export interface Scorer {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  score(features: FeatureVector): Promise<number>;
}

/** A model during one decision: the same from its beginning to its end, whatever is swapped. */
export interface ScorerInUse extends Scorer {
  /** Called once, when the decision is made or could not be. */
  release(): void;
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

/** An attempt that is to be decided: at checkout, or as of a time that is past. */
export interface Undecided {
  project: ProjectRecord;
  /** One model a decision, whatever is swapped meanwhile. */
  model: Scorer;
  source: DecisionSource;
  order: DecisionOrder;
  request: RiskRequest;
  collection: CollectionFacts | null;
  oneUse: OneUse | null;
  /** Whatever is known to have become of it. */
  outcome: Pick<OutcomeRecord, "outcome" | "reportedAt"> | null;
}

/** What a decision needs beside the attempt. */
export interface Means {
  store: Store;
  network: NetworkLookup;
  /** Told of each decision that is on disk, with the features as the model got them. */
  decided?: (decision: DecisionRecord, features: FeatureVector) => void;
}

/**
 * Makes the function that decides a request at checkout.
 *
 * It resolves with the decision's record once that is on disk. It rejects, with nothing decided
 * and nothing counted, with the store's or the model's own error where one of them cannot answer,
 * and with `UsedMeanwhile` where the idempotency key is no longer free.
 */
export function assessor(
  parts: Means & {
    /** The model for a project's next decision. */
    model: (projectId: string) => ScorerInUse;
    now: () => number;
    /** Waits for the batches of a collection that have arrived and are not on disk yet. */
    settled: Intake["settled"];
  },
) {
  const decide = decider(parts);
  const nextOrder = decisionOrders(parts.now);

  return async ({ project, request, oneUse }: Assessment): Promise<DecisionRecord> => {
    const model = parts.model(project.id);
    try {
      const collection = await knownCollection(parts, project.id, request);
      const asked = { project, model, request, collection, oneUse, outcome: null };
      return await decide({ ...asked, source: "api", order: nextOrder() });
    } finally {
      model.release();
    }
  };
}

/** What is known of the tab. An id of nobody's, or of another project, is a signal, no error. */
async function knownCollection(
  { store, settled }: { store: Store; settled: Intake["settled"] },
  projectId: string,
  { collectionId }: RiskRequest,
): Promise<CollectionFacts | null> {
  if (!collectionId) return null;
  await settled(projectId, collectionId);
  const record = await store.collections.find(projectId, collectionId);
  return record && collectionFacts(JSON.parse(record.summary) as CollectionSummary);
}

/**
 * Makes the function that decides as of an attempt's own time, the same way whether that is now or
 * long ago. Attempts have to be handed over in their order.
 */
export function decider({ store, network: lookUp, decided }: Means) {
  const inFlight = new InFlight();

  return async (undecided: Undecided): Promise<DecisionRecord> => {
    const { project, model, order, request, collection } = undecided;
    const network = collection?.lastIp ? lookUp(collection.lastIp) : null;
    const identities = identitiesOf(project.id, request, collection);
    const sighting = sightingOf(identities, traitsOf(project.id, request, collection), order);
    const open = { identities, sighting };
    inFlight.add(open);
    try {
      const history = await historyOf(store, inFlight, project.id, open);
      const attempt = { at: order.at, request, collection, network, history };
      const features = featureVector(attempt);
      const probability = await model.score(features);
      const decision = decisionFrom(undecided, { attempt, features, probability });
      await commit(store, decision, open, undecided);
      decided?.(decision, features);
      return decision;
    } finally {
      inFlight.remove(open);
    }
  };
}

async function historyOf(store: Store, inFlight: InFlight, projectId: string, open: OpenAttempt) {
  const { identities, sighting } = open;
  // Looked at first: what reaches the disk between the two looks is then seen twice, never not.
  const underWay = inFlight.before(open);
  const since = sighting.at - velocityLimits.windowMs;
  const { sightings, outcomes } = await store.velocity.asOf(projectId, identities, since, sighting);
  const together = mergeSightings(sightings, underWay);
  return historyFacts(sighting, { sightings: together, outcomes });
}

function decisionFrom(
  { project, model, source, order }: Undecided,
  made: { attempt: Attempt; features: FeatureVector; probability: number },
): DecisionRecord {
  const { attempt, features, probability } = made;
  const { request, collection, network, history } = attempt;
  const riskScore = riskScoreOf(probability);
  return {
    projectId: project.id,
    id: order.id,
    decidedAt: order.at,
    source,
    requestId: request.requestId,
    collectionId: request.collectionId ?? null,
    riskScore,
    riskLevel: riskLevelOf(riskScore),
    suggestedAction: suggestedActionOf(riskScore, project.riskSetting as RiskSetting),
    riskSetting: project.riskSetting,
    probability,
    modelName: model.name,
    modelVersion: model.version,
    modelSha256: model.sha256,
    request: JSON.stringify(request),
    evidence: JSON.stringify({ collection, network, history }),
    featureSet: featureSetId,
    features: vectorToJson(features),
  };
}

async function commit(
  store: Store,
  decision: DecisionRecord,
  { identities, sighting }: OpenAttempt,
  { request, oneUse, outcome }: Undecided,
): Promise<void> {
  const { projectId, id: decisionId, requestId } = decision;
  const idempotency = oneUse && {
    keyHash: oneUse.keyHash,
    bodyHash: oneUse.bodyHash,
    createdAt: oneUse.createdAt,
    decisionId,
  };
  const committed = await store.decisions.commit({
    decision,
    identities,
    sighting,
    phoneCountry: phoneFactsOf(request.booker.phone).country,
    idempotency,
    idempotentSince: oneUse?.since ?? 0,
    outcome: outcome && {
      ...{ projectId, decisionId, requestId, occurredAt: null, note: null },
      ...outcome,
    },
  });
  if (!committed) throw new UsedMeanwhile();
}
