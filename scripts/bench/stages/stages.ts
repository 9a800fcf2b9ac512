/**
 * The stages of a decision, each as calls of the functions that the service itself calls, in their
 * order. A stage leaves what the next one needs in the attempt's `Work`.
 */
import { openDefaultModel, openStore } from "../../../src/app/open.ts";
import type { NetworkLookup } from "../../../src/attempt/geoip/facts.ts";
import { readRiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { type Intake, intake } from "../../../src/attempt/telemetry/intake.ts";
import { createAuthenticator } from "../../../src/http/admission/authenticate.ts";
import { parseJsonObject } from "../../../src/http/admission/body.ts";
import { rateLimiter } from "../../../src/http/admission/rate-limit.ts";
import { jsonResponse } from "../../../src/http/endpoints/merchant-endpoint.ts";
import { createMetrics } from "../../../src/http/monitoring/metrics.ts";
import { setAttribute } from "../../../src/projects/attributes.ts";
import { createKey } from "../../../src/projects/keys.ts";
import { createProject } from "../../../src/projects/projects.ts";
import {
  commit,
  decisionRecord,
  findCollection,
  findHistory,
  type PendingAttempt,
} from "../../../src/risk/decide.ts";
import { decisionOrders, decisionResponse } from "../../../src/risk/decision.ts";
import { putFeatureSet } from "../../../src/risk/feature-sets.ts";
import type { Attempt, FeatureVector } from "../../../src/risk/features/index.ts";
import { featureVector } from "../../../src/risk/features/index.ts";
import { identitiesOf, traitsOf } from "../../../src/risk/velocity/identities.ts";
import { InFlight, type OpenAttempt } from "../../../src/risk/velocity/in-flight.ts";
import type { DecisionRecord } from "../../../src/storage/port/decisions.ts";
import type { KeyOwner } from "../../../src/storage/port/keys.ts";
import { sightingOf } from "../../../src/storage/port/sighting.ts";
import { attemptsIndexer } from "../../../src/storage/sqlite/history/index-attempts.ts";
import { openForReading, openForWriting } from "../../../src/storage/sqlite/open.ts";
import { decisionsIndexer } from "../../../src/storage/sqlite/search/index-decisions.ts";
import { benchAttributes } from "../bookings.ts";
import type { Arriving } from "./attempts.ts";
import type { StageName } from "./budget.ts";

/** What the stages of one attempt hand on. */
export interface Work {
  arriving: Arriving;
  owner: KeyOwner;
  pending: PendingAttempt;
  open: OpenAttempt;
  attempt: Attempt;
  features: FeatureVector;
  modelProbability: number;
  decision: DecisionRecord;
}

/** Every stage but the indexer's, which works on groups. */
export type StepName = Exclude<StageName, "index">;
type Step = (work: Work) => unknown;

export interface Stages {
  /** What precedes the attempts and is measured nowhere: their telemetry arrives. */
  begin(arriving: readonly Arriving[]): Promise<Work[]>;
  /** Of all attempts at once, as the turns of the event loop bring them together. */
  run(stage: StepName, all: readonly Work[]): Promise<void>;
  /** Indexes what was committed since, at most `most`, and returns the number of decisions. */
  index(most: number): number;
  close(): Promise<void>;
}

/** @param dataFolder an empty folder. */
export async function openStages(dataFolder: string, lookUp: NetworkLookup): Promise<Stages> {
  let at = Date.now();
  const deps = await openDeps(dataFolder, lookUp, () => at);
  const { store, model, projectId } = deps;
  const tabs = intake(store);
  const steps: Readonly<Record<StepName, Step>> = {
    ...stepsBefore({ ...deps, settled: tabs.settled }),
    ...stepsAfter(deps),
  };
  const events = openForReading(dataFolder, "events");
  const history = openForWriting(dataFolder, "history");
  const indexers = [attemptsIndexer(events, history), decisionsIndexer(events, history)];
  return {
    async begin(arriving) {
      at = arriving.at(-1)!.at;
      const batches = arriving.flatMap(({ telemetry }) => telemetry);
      // The intake keeps the order of each tab.
      await Promise.all(batches.map((one) => tabs.take(projectId, one.batch, one.arrival)));
      return arriving.map((one) => ({ arriving: one, attempt: {} }) as Work);
    },
    async run(stage, all) {
      await Promise.all(all.map(steps[stage]));
    },
    index: (most) => Math.max(...indexers.map((next) => next(most))),
    async close() {
      for (const file of [events, history]) file.close();
      await model.close();
      await store.close();
    },
  };
}

type Deps = Awaited<ReturnType<typeof openDeps>>;

async function openDeps(dataFolder: string, lookUp: NetworkLookup, now: () => number) {
  const store = await openStore({ dataFolder });
  await putFeatureSet(store);
  const model = await openDefaultModel({ dataFolder });
  const actor = { name: "bench" };
  const made = { name: "bench", riskSetting: "balanced" };
  const { projectId } = await createProject({ store, now }, actor, made);
  for (const [name, type] of Object.entries(benchAttributes)) {
    await setAttribute({ store, now }, actor, { projectId, name, type, meaning: name });
  }
  const { key } = await createKey({ store, now }, actor, { projectId, kind: "secret" });
  return { store, model, projectId, key, lookUp, now, inFlight: new InFlight() };
}

/** From the request's bytes to what is known of its guest. */
function stepsBefore({
  store,
  model,
  key,
  lookUp,
  now,
  inFlight,
  settled,
}: Deps & Pick<Intake, "settled">) {
  const authenticator = createAuthenticator(store, now);
  const rateLimit = rateLimiter(1_000_000, now);
  const nextOrder = decisionOrders(now);
  return {
    async authenticate(work) {
      const owner = await authenticator.authenticate(key, "secret");
      authenticator.recordUse(owner.keyId);
      rateLimit(owner.project.id);
      work.owner = owner;
    },
    read(work) {
      const reading = readRiskRequest(parseJsonObject(work.arriving.body)!, work.owner.attributes);
      if ("issues" in reading) throw new Error(JSON.stringify(reading.issues));
      work.attempt.request = reading.request;
    },
    async identify(work) {
      const { attempt } = work;
      const { project } = work.owner;
      const { request } = attempt;
      const collection = await findCollection({ store, settled }, project.id, request);
      const order = nextOrder();
      const identities = identitiesOf(project.id, request, collection);
      const sighting = sightingOf(identities, traitsOf(project.id, request, collection), order);
      work.open = { identities, sighting };
      const pending = { project, request, model, order, collection, outcome: null };
      work.pending = { ...pending, source: "api" };
      attempt.at = order.at;
      attempt.collection = collection;
      attempt.network = collection?.lastIp ? lookUp(collection.lastIp) : null;
      inFlight.add(work.open);
    },
    async history({ owner, open, attempt }) {
      attempt.history = await findHistory(store, inFlight, owner.project.id, open);
    },
  } satisfies Partial<Record<StepName, Step>>;
}

/** From what is known to the response. */
function stepsAfter({ store, model, inFlight }: Deps) {
  const metrics = createMetrics(() => ({ serving: () => [], inShadow: () => [] }));
  return {
    features(work) {
      work.features = featureVector(work.attempt);
    },
    async score(work) {
      work.modelProbability = await model.score(work.features, work.attempt.request.attributes);
    },
    encode(work) {
      work.decision = decisionRecord(work.pending, work);
    },
    async commit({ decision, attempt, open, pending }) {
      const of = { attempt, open, pending, idempotency: null };
      if (!(await commit(store, decision, of))) throw new Error("not committed");
      inFlight.remove(open);
    },
    answer({ decision }) {
      metrics.decided(decision, false);
      jsonResponse(decisionResponse(decision));
      metrics.answered("/v1/risk", 200, 0.001);
    },
  } satisfies Partial<Record<StepName, Step>>;
}
