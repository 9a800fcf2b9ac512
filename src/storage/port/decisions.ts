import type { OutcomeRecord } from "./outcomes.ts";
import type { NewReview } from "./reviews.ts";
import type { Identities, Sighting } from "./velocity.ts";
import type { NewWebhookEvent } from "./webhook-event.ts";

/** Where a decision came from: a request at checkout, or an imported past attempt. */
export type DecisionSource = "api" | "import";

export interface DecisionRecord {
  projectId: string;
  id: string;
  decidedAt: number;
  source: DecisionSource;
  requestId: string;
  /**
   * The secret key that it was requested with. Null where it was imported, or decided by a version
   * that did not store keys.
   */
  keyId: string | null;
  collectionId: string | null;
  riskScore: number;
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  /** The calibrated probability from which the score was computed, at the project's base rate. */
  probability: number;
  /** The model's own probability; null where no base rate changed it, so that it is the same. */
  modelProbability: number | null;
  /** The project's base rate at the time; null where none was set. */
  projectBaseRate: number | null;
  /** The model's base rate; null where it states none, or the project had none. */
  modelBaseRate: number | null;
  modelName: string;
  modelVersion: string;
  modelSha256: string;
  /** The request as read; the collection and the velocity as they were at the time; JSON. */
  request: string;
  evidence: string;
  /** Which features, in which order: the ID of a `FeatureSetRecord`. */
  featureSet: string;
  /** Their values as served, by `encodeVector`; NaN is missing. */
  features: string;
  /** The entries of the project's lists that applied, a JSON array of `ListMatch`; null: none. */
  listMatches: string | null;
  /** The draw of the control group, JSON of a `StoredDraw`; null: there was none. */
  controlGroup: string | null;
  /** Which side of a challenge decided, JSON of a `StoredChallenge`; null: there was no challenge. */
  challenge: string | null;
}

/** A model, by name, version and the SHA-256 of its `model.onnx`. */
export interface DecidedBy {
  name: string;
  version: string;
  sha256: string;
}

/** The model that made a decision. */
export function decidedBy(
  record: Pick<DecisionRecord, "modelName" | "modelVersion" | "modelSha256">,
): DecidedBy {
  const { modelName: name, modelVersion: version, modelSha256: sha256 } = record;
  return { name, version, sha256 };
}

/** The names of a decision's features, in order. It changes only when the catalogue does. */
export interface FeatureSetRecord {
  id: string;
  names: string;
}

/** Ties a caller's Idempotency-Key to the decision that it was answered with. */
export interface IdempotencyRecord {
  /** SHA-256 of the caller's key, hex. */
  keyHash: string;
  /** SHA-256 of the body in canonical form, hex. */
  bodyHash: string;
  decisionId: string;
  createdAt: number;
}

/**
 * What a decision is found by besides its identities and its answer. All of it is in its request and
 * its evidence, too; "" and null if it was not known.
 */
export interface SearchedBy {
  /** Whether there was telemetry. */
  seen: boolean;
  hotel: { name: string; country: string; referenceId: string; giataId: string };
  /** ISO 3166-1 alpha-2. */
  countries: { billing: string | null; network: string | null };
}

/** The parts of a request that a decision is searched by. */
export interface SearchedRequest {
  hotel?: {
    name?: string | null;
    country?: string | null;
    referenceId?: string | null;
    giataId?: string | null;
  };
  billing?: { country?: string | null } | null;
}

/** @param network the country of the IP address. */
export function searchedBy(
  { hotel, billing }: SearchedRequest,
  seen: boolean,
  network: string | null,
): SearchedBy {
  return {
    seen,
    hotel: {
      name: hotel?.name ?? "",
      country: hotel?.country ?? "",
      referenceId: hotel?.referenceId ?? "",
      giataId: hotel?.giataId ?? "",
    },
    countries: { billing: billing?.country ?? null, network },
  };
}

export interface NewDecision {
  decision: DecisionRecord;
  identities: Identities;
  sighting: Sighting;
  /** The country of the booker's phone, ISO 3166-1 alpha-2; absent where it is unknown. */
  phoneCountry?: string | null;
  /** Where it is absent, the index reads it from the request and the evidence. */
  searchedBy?: SearchedBy;
  idempotency: IdempotencyRecord | null;
  /** An earlier use of the same idempotency key counts only if it is not older than this. */
  idempotentSince: number;
  /** The outcome of an imported attempt, where it is known. */
  outcome?: OutcomeRecord | null;
  /** The one-time pass that it uses; null or absent: none. */
  passId?: string | null;
  /** For the project's webhooks, recorded with the decision; null or absent: none. */
  event?: NewWebhookEvent | null;
  /** Its case in the queue of reviews; null or absent: it goes to none. */
  review?: NewReview | null;
}

/** Another decision was stored with the pass before; nothing was changed, and it can be committed without it. */
export class PassUsed extends Error {
  override readonly name = "PassUsed";
}

/** A decision that the model denied, with the draw of the control group. */
export type DrawnDecision = Pick<
  DecisionRecord,
  | ("id" | "decidedAt" | "riskScore" | "controlGroup" | "request")
  | ("probability" | "modelProbability" | "modelName" | "modelVersion")
>;

/** A decision during a challenge, with what is counted of it. */
export interface ChallengedDecision
  extends Pick<
    DecisionRecord,
    | ("id" | "riskScore" | "riskSetting" | "listMatches" | "challenge")
    | ("modelName" | "modelVersion")
  > {
  /** Of the newest report; null where there is none. */
  outcome: string | null;
}

export interface DecisionStore {
  /**
   * Stores a decision with its sighting and its idempotency key, all or nothing.
   * @returns false, and nothing was changed, if the idempotency key is already in use.
   * @throws PassUsed
   */
  commit(decision: NewDecision): Promise<boolean>;
  find(projectId: string, id: string): Promise<DecisionRecord | null>;
  /** Which of these decisions the project has. */
  known(projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** A project's decisions in the order of their time, those after `id`; "" for the first. */
  after(projectId: string, id: string, limit: number): Promise<DecisionRecord[]>;
  /** Of `after`, those with a draw of the control group. */
  drawn(projectId: string, id: string, limit: number): Promise<DrawnDecision[]>;
  /** Of `after`, those during a challenge. It delays no decision. */
  challenged(projectId: string, id: string, limit: number): Promise<ChallengedDecision[]>;
  findIdempotent(
    projectId: string,
    keyHash: string,
    since: number,
  ): Promise<IdempotencyRecord | null>;
  /** The decisions that used these passes, by pass; one that is not used is not in the map. */
  usedPasses(projectId: string, passIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  putFeatureSet(featureSet: FeatureSetRecord): Promise<void>;
  findFeatureSet(id: string): Promise<FeatureSetRecord | null>;
}
