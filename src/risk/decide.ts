/**
 * The main job: from a booking attempt to a decision on disk. The path of one request, top to
 * bottom: collection → GeoIP → velocity → features → model → lists → score, level, action → control group → commit.
 */
import type { NetworkLookup } from "../attempt/geoip/facts.ts";
import type { RiskRequest } from "../attempt/request/risk-request.ts";
import type { Intake } from "../attempt/telemetry/intake.ts";
import {
  type CollectionFacts,
  type CollectionSummary,
  collectionFacts,
} from "../attempt/telemetry/summary.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import { webhookEvent } from "../projects/webhooks/event.ts";
import type { ChallengeRecord, StoredChallenge } from "../storage/port/challenges.ts";
import type { StoredDraw } from "../storage/port/control-group.ts";
import {
  type DecisionRecord,
  type DecisionSource,
  type IdempotencyRecord,
  PassUsed,
  searchedBy,
} from "../storage/port/decisions.ts";
import type { KeyOwner } from "../storage/port/keys.ts";
import type { ListMatch } from "../storage/port/lists.ts";
import type { OutcomeRecord } from "../storage/port/outcomes.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { NewReview } from "../storage/port/reviews.ts";
import { sightingOf } from "../storage/port/sighting.ts";
import type { Store } from "../storage/port/store.ts";
import {
  type Identities,
  type OpenAttemptStore,
  velocityLimits,
} from "../storage/port/velocity.ts";
import type { NewWebhookEvent } from "../storage/port/webhook-event.ts";
import { atBaseRate, baseRatesOf, isShifted } from "./base-rate.ts";
import { challengeDraw } from "./challenge.ts";
import { drawOf, useOf } from "./control-group.ts";
import { type DecisionOrder, decisionOrders, movedTo } from "./decision.ts";
import {
  type Attempt,
  encodeVector,
  type FeatureVector,
  featureSetId,
  featureVector,
} from "./features/index.ts";
import { phoneFactsOf } from "./features/phone-number.ts";
import type { Scorer } from "./features/scorer.ts";
import type { ListedIdentities } from "./listed-identities.ts";
import { actionOf, decidedAction, decidingEntry } from "./order-of-decision.ts";
import { newReview, reviewSources } from "./review-queue.ts";
import { riskLevelOf, riskScoreOf, suggestedActionOf } from "./score.ts";
import { historyFacts } from "./velocity/facts.ts";
import { identitiesOf, identityOfText, traitsOf } from "./velocity/identities.ts";
import { InFlight, mergeSightings, type OpenAttempt } from "./velocity/in-flight.ts";

/** The use of an idempotency key, where the caller sent one. */
export interface IdempotencyUse extends Omit<IdempotencyRecord, "decisionId"> {
  /** Uses older than this, Unix ms, no longer count. */
  since: number;
}

/** Called with the times at which the stages of a decision began and ended, `performance.now()`. */
export type StageTimes = (
  start: number,
  history: number,
  features: number,
  model: number,
  end: number,
) => void;

/**
 * What decides besides the request, as read with its key after it arrived: a change holds from the next request
 * on. Imported attempts have none of it but the kiosks.
 */
type OfKey = Pick<
  KeyOwner,
  "keyId" | "kiosks" | "listsVersion" | "webhookEvents" | "reviewRules" | "controlGroup"
>;

/** A booking attempt as `POST /v1/risk` receives it. */
export interface CheckoutAttempt extends Partial<OfKey> {
  project: ProjectRecord;
  request: RiskRequest;
  /** As that of `DecisionDeps`, for this attempt; absent where it is not traced. */
  timed?: StageTimes | undefined;
}

/** An attempt with everything that its decision is computed from, now or as of a time in the past. */
export interface PendingAttempt extends CheckoutAttempt {
  /** The same model from the beginning of the decision to its end. */
  model: Scorer;
  source: DecisionSource;
  order: DecisionOrder;
  collection: CollectionFacts | null;
  /** The outcome, where an imported attempt comes with one. */
  outcome: Pick<OutcomeRecord, "outcome" | "reportedAt"> | null;
  /** Which side of the project's challenge decides; absent: there is none. */
  challenge?: StoredChallenge | undefined;
  /** Settles once the attempts are stored whose scores an imported attempt counts. */
  after?: Promise<unknown> | undefined;
  /** As `identitiesOfAttempt` computes them, where that is done. */
  identities?: Identities;
}

export interface DecisionDeps {
  store: Store;
  network: NetworkLookup;
  /** Absent where lists are not asked: an imported attempt was booked, whatever they say now. */
  lists?: Pick<ListedIdentities, "matching">;
  /** Called with each decision that is on disk, and the features as the model read them. */
  onDecision?: (decision: DecisionRecord, features: FeatureVector) => void;
  timed?: StageTimes;
}

/** A challenge whose challenger is loaded. */
export interface RunningChallenge
  extends Pick<ChallengeRecord, "id" | "projectId" | "name" | "version" | "share" | "secret"> {
  /** Runs `work` with the challenger, which stays loaded until it ends. */
  withChallenger<Result>(work: (model: Scorer) => Promise<Result>): Promise<Result>;
}

export interface CheckoutDeps extends DecisionDeps {
  /** Runs `work` with the model for a project's next decision, which stays loaded until it ends. */
  withModel: <Result>(
    projectId: string,
    work: (model: Scorer) => Promise<Result>,
  ) => Promise<Result>;
  /** The project's challenge; null, or absent: there is none. */
  challengeOf?: (projectId: string) => RunningChallenge | null;
  now: () => number;
  /** Waits for batches of a collection that have arrived and are not on disk yet. */
  settled: Intake["settled"];
}

/**
 * Decides an attempt at checkout.
 *
 * @returns the decision, which is on disk; null, with nothing stored, where the idempotency key was
 *   used by another process in the meantime.
 * @throws the error of the store or of the model where one is unavailable; then nothing was decided
 *   and nothing is counted.
 */
export interface DecideCheckout {
  (attempt: CheckoutAttempt, idempotency: null): Promise<DecisionRecord>;
  (attempt: CheckoutAttempt, idempotency: IdempotencyUse | null): Promise<DecisionRecord | null>;
}

/** As `DecideCheckout`. */
export interface DecideAttempt {
  (attempt: PendingAttempt): Promise<DecisionRecord>;
  (attempt: PendingAttempt, idempotency: IdempotencyUse | null): Promise<DecisionRecord | null>;
}

export function checkoutDecider(deps: CheckoutDeps): DecideCheckout {
  const decide = attemptDecider(deps);
  const nextOrder = decisionOrders(deps.now);

  const decideCheckout = (sent: CheckoutAttempt, use: IdempotencyUse | null) => {
    const projectId = sent.project.id;
    const running = deps.challengeOf?.(projectId) ?? null;
    const challenge = running ? drawnSide(running, sent) : undefined;
    const decideWith = async (model: Scorer) => {
      const collection = await findCollection(deps, projectId, sent.request);
      const more = { model, order: nextOrder(), collection, challenge };
      return decide({ ...sent, ...more, source: "api", outcome: null }, use);
    };
    return challenge?.decidedBy === "challenger"
      ? running!.withChallenger(decideWith)
      : deps.withModel(projectId, decideWith);
  };
  return decideCheckout as DecideCheckout;
}

function drawnSide(challenge: RunningChallenge, { project, request }: CheckoutAttempt) {
  return challengeDraw(challenge, identityOfText(project.id, "email", request.booker.email));
}

/** The facts of the tab. An unknown ID, or one of another project, is a signal and not an error. */
export async function findCollection(
  { store, settled }: Pick<CheckoutDeps, "store" | "settled">,
  projectId: string,
  { collectionId }: RiskRequest,
): Promise<CollectionFacts | null> {
  if (!collectionId) return null;
  await settled(projectId, collectionId);
  const record = await store.collections.find(projectId, collectionId);
  return record && collectionFacts(JSON.parse(record.summary) as CollectionSummary);
}

/**
 * Decides an attempt as of its own time, by the same code whether that is now or long ago. Attempts
 * have to be passed in the order of their times.
 */
export function attemptDecider(deps: DecisionDeps): DecideAttempt {
  const { store, network: lookUp, onDecision, timed } = deps;
  const inFlight = new InFlight();

  async function decide(pending: PendingAttempt, idempotency: IdempotencyUse | null = null) {
    const { project, model, order, request, collection } = pending;
    const network = collection?.lastIp ? lookUp(collection.lastIp) : null;
    const atKiosk = isAtKiosk(pending);
    const identities = pending.identities ?? identitiesOfAttempt(pending);
    const traits = traitsOf(project.id, request, collection, atKiosk);
    const open = { identities, sighting: sightingOf(identities, traits, order) };
    const attempts = pending.source === "api" && store.shared ? store.shared.attempts : null;
    const start = performance.now();
    if (!attempts) inFlight.add(open);
    try {
      if (pending.after) await pending.after;
      const history = attempts
        ? await openAmongCopies(attempts, { pending, open, idempotency })
        : await findHistory(store, inFlight, project.id, open);
      if (!history) return null;
      const historyAt = performance.now();
      const attempt = { at: pending.order.at, request, collection, network, history };
      const features = featureVector(attempt);
      const featuresAt = performance.now();
      const modelProbability = await model.score(features, request.attributes);
      const modelAt = performance.now();
      const found = listMatches(deps, pending, { open, ip: atKiosk ? null : collection?.lastIp });
      const matches = found instanceof Promise ? await found : found;
      const computed = { attempt, features, modelProbability, matches };
      const decision = await committed(store, computed, { open, pending, idempotency });
      if (!decision) return null;
      const endedAt = performance.now();
      timed?.(start, historyAt, featuresAt, modelAt, endedAt);
      pending.timed?.(start, historyAt, featuresAt, modelAt, endedAt);
      onDecision?.(decision, features);
      return decision;
    } finally {
      if (attempts) attempts.close(project.id, open.sighting);
      else inFlight.remove(open);
    }
  }
  return decide as DecideAttempt;
}

/**
 * Opens an attempt where several copies decide. The store gives it its place in the order of all copies'
 * attempts, which is then that of `pending` and of `open`.
 * @returns null where the idempotency key is in use.
 */
async function openAmongCopies(
  attempts: OpenAttemptStore,
  {
    pending,
    open,
    idempotency,
  }: { pending: PendingAttempt; open: OpenAttempt; idempotency: IdempotencyUse | null },
) {
  const opened = await attempts.open({
    projectId: pending.project.id,
    decisionId: pending.order.id,
    ...open,
    windowMs: velocityLimits.windowMs,
    idempotency,
  });
  if (!opened) return null;
  pending.order = movedTo(pending.order, opened.at);
  open.sighting = { ...open.sighting, at: opened.at };
  return historyFacts(open.sighting, opened.history);
}

/** At a kiosk neither the device nor an address is listed: one guest after another has them. */
function listMatches(
  { lists }: DecisionDeps,
  { project, listsVersion, order }: PendingAttempt,
  { open: { identities }, ip }: { open: OpenAttempt; ip: string | null | undefined },
): readonly ListMatch[] | Promise<readonly ListMatch[]> {
  if (!lists || !listsVersion) return [];
  return lists.matching(project.id, listsVersion, { at: order.at, identities, ip: ip ?? null });
}

/** Whether the device is one of the project's kiosks. */
export const identitiesOfAttempt = (
  pending: Pick<PendingAttempt, "project" | "request" | "collection" | "kiosks">,
): Identities =>
  identitiesOf(pending.project.id, pending.request, pending.collection, isAtKiosk(pending));

function isAtKiosk({ kiosks, collection }: Pick<PendingAttempt, "kiosks" | "collection">): boolean {
  const deviceId = collection?.lastDeviceId;
  return !!kiosks && !!deviceId && kiosks.includes(deviceId);
}

export async function findHistory(
  store: Store,
  inFlight: InFlight,
  projectId: string,
  open: OpenAttempt,
) {
  const { identities, sighting } = open;
  // Read before the store: what is committed between the two reads is then found twice, never missed.
  const underWay = inFlight.before(open);
  const since = sighting.at - velocityLimits.windowMs;
  const stored = await store.velocity.asOf(projectId, identities, since, sighting);
  const sightings = mergeSightings(stored.sightings, underWay);
  return historyFacts(sighting, { ...stored, sightings });
}

/** What a decision is made of. */
interface Computed {
  attempt: Attempt;
  features: FeatureVector;
  modelProbability: number;
  /** In the order of decision; absent: none. */
  matches?: readonly ListMatch[];
}

export function decisionRecord(pending: PendingAttempt, computed: Computed): DecisionRecord {
  const { project, keyId, model, source, order } = pending;
  const { attempt, features, modelProbability, matches = [] } = computed;
  const { request, collection, network, history } = attempt;
  const rates = baseRatesOf(project, model);
  const probability = atBaseRate(modelProbability, rates);
  const riskScore = riskScoreOf(probability);
  const byModel = suggestedActionOf(riskScore, project.riskSetting as RiskSetting);
  return {
    projectId: project.id,
    id: order.id,
    decidedAt: order.at,
    source,
    requestId: request.requestId,
    keyId: keyId ?? null,
    collectionId: request.collectionId ?? null,
    riskScore,
    riskLevel: riskLevelOf(riskScore),
    suggestedAction: actionOf(matches, byModel),
    riskSetting: project.riskSetting,
    probability,
    modelProbability: isShifted(rates) ? modelProbability : null,
    ...rates,
    modelName: model.name,
    modelVersion: model.version,
    modelSha256: model.sha256,
    request: JSON.stringify(request),
    // JSON omits what is undefined.
    evidence: JSON.stringify({
      collection,
      network,
      history,
      kiosk: isAtKiosk(pending) || undefined,
    }),
    featureSet: featureSetId,
    features: encodeVector(features),
    listMatches: matches.length > 0 ? JSON.stringify(matches) : null,
    controlGroup: null,
    challenge: pending.challenge ? JSON.stringify(pending.challenge) : null,
  };
}

/**
 * The decision, once it is on disk. Of attempts that would use the same pass, the first to be stored does, on
 * whichever copy; the others are decided without it.
 * @returns null, with nothing stored, where the idempotency key is already in use.
 */
async function committed(
  store: Store,
  computed: Computed & Required<Pick<Computed, "matches">>,
  by: { open: OpenAttempt; pending: PendingAttempt; idempotency: IdempotencyUse | null },
): Promise<DecisionRecord | null> {
  const { attempt, matches } = computed;
  const byModel = decisionRecord(by.pending, computed);
  const drawn = drawnOf(by, computed, byModel);
  const decision = drawn === null ? byModel : await afterDraw(store, by.pending, byModel, drawn);
  const pass = decidingEntry(matches);
  const passId = pass?.kind === "pass" ? pass.entryId : null;
  const review = openedReview(by.pending, decision, matches);
  try {
    return (await commit(store, decision, { attempt, passId, review, ...by })) ? decision : null;
  } catch (error) {
    if (!(error instanceof PassUsed)) throw error;
    const others = matches.filter(({ entryId }) => entryId !== passId);
    return committed(store, { ...computed, matches: others }, by);
  }
}

/** Null where nobody is drawn: then a comparison, or two. */
function drawnOf(
  { pending, open }: { pending: PendingAttempt; open: OpenAttempt },
  { attempt, matches = [] }: Computed,
  { suggestedAction }: DecisionRecord,
): StoredDraw | null {
  const { controlGroup, source } = pending;
  if (!controlGroup || controlGroup.share === 0 || source !== "api") return null;
  if (suggestedAction !== "deny" || decidingEntry(matches) !== null) return null;
  const { email } = open.identities;
  return drawOf(controlGroup, { attempt, email: email!, atKiosk: isAtKiosk(pending) });
}

/** The decision with its draw. One that is let through counts in its month before it is stored. */
async function afterDraw(
  { projects }: Store,
  { controlGroup, request }: PendingAttempt,
  decision: DecisionRecord,
  draw: StoredDraw,
): Promise<DecisionRecord> {
  let { result } = draw;
  if (result === "allowed") {
    const use = useOf(controlGroup!, decision, request.booking.totalAmount);
    if (!(await projects.countControlGroup(use))) result = "limitReached";
  }
  return {
    ...decision,
    suggestedAction: result === "allowed" ? "allow" : decision.suggestedAction,
    controlGroup: JSON.stringify({ ...draw, result }),
  };
}

function deniedEvent(
  wanted: CheckoutAttempt["webhookEvents"],
  decision: DecisionRecord,
): NewWebhookEvent | null {
  const { projectId, id: decisionId, decidedAt: at, riskScore, riskLevel } = decision;
  return webhookEvent(wanted, { projectId, type: "decision.denied", at }, () => {
    const by = decidedAction(decision);
    const entryId = by.kind === "deny" ? by.entryId : null;
    const decidedBy = by.kind === "deny" ? by.kind : "model";
    return { decisionId, riskScore, riskLevel, suggestedAction: "deny", decidedBy, entryId };
  });
}

/** Null for most: then two comparisons. */
function openedReview(
  { request, reviewRules = null, webhookEvents }: PendingAttempt,
  decision: DecisionRecord,
  matches: readonly ListMatch[],
): NewReview | null {
  if (reviewRules === null && matches.length === 0) return null;
  const sources = reviewSources(decision, matches, reviewRules);
  return sources.length > 0
    ? newReview(decision, { request, sources, openedAt: decision.decidedAt, webhookEvents })
    : null;
}

/** @returns false, with nothing stored, where the idempotency key is already in use. */
export function commit(
  store: Store,
  decision: DecisionRecord,
  {
    attempt: { request, collection, network },
    open: { identities, sighting },
    pending: { outcome, webhookEvents },
    idempotency,
    passId = null,
    review = null,
  }: {
    attempt: Attempt;
    open: OpenAttempt;
    pending: PendingAttempt;
    idempotency: IdempotencyUse | null;
    /** The one-time pass that it uses. */
    passId?: string | null;
    /** Its case in the queue of reviews. */
    review?: NewReview | null;
  },
): Promise<boolean> {
  const { projectId, id: decisionId, requestId } = decision;
  return store.decisions.commit({
    decision,
    identities,
    sighting,
    phoneCountry: phoneFactsOf(request.booker.phone).country,
    searchedBy: searchedBy(request, collection !== null, network?.country ?? null),
    idempotency: idempotency && {
      keyHash: idempotency.keyHash,
      bodyHash: idempotency.bodyHash,
      createdAt: idempotency.createdAt,
      decisionId,
    },
    idempotentSince: idempotency?.since ?? 0,
    passId,
    event: decision.suggestedAction === "deny" ? deniedEvent(webhookEvents, decision) : null,
    review,
    outcome: outcome && {
      projectId,
      decisionId,
      requestId,
      keyId: null,
      occurredAt: null,
      note: null,
      outcome: outcome.outcome,
      reportedAt: outcome.reportedAt,
    },
  });
}
