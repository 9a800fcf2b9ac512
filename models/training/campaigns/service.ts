/** A service with a history of its own: attempts go the way of a real request and are remembered. */
import type { NetworkLookup } from "../../../src/attempt/geoip/facts.ts";
import { readRiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { featureVector } from "../../../src/risk/features/index.ts";
import { denyFrom, riskScoreOf } from "../../../src/risk/score.ts";
import { historyFacts } from "../../../src/risk/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../../src/risk/velocity/identities.ts";
import { sightingOf } from "../../../src/storage/port/sighting.ts";
import type { Identities, Sighting } from "../../../src/storage/port/velocity.ts";
import { type Model, summaryAsOf } from "../features.ts";
import { MemoryHistory } from "../history.ts";
import type { Outcome, SentAttempt } from "../simulator/kind.ts";

export const deniedFrom = denyFrom.balanced;

/** What the merchant gets. */
export interface Answer {
  score: number;
  probability: number;
}

/** What becomes of an attempt, apart from its answer. */
export interface Fate {
  outcome?: Outcome | null;
  /** The score that is remembered in place of its own: a mistake that a case makes on purpose. */
  rememberedScore?: number;
  /** Whether its device is one that the merchant has marked as a kiosk. */
  atKiosk?: boolean;
}

interface Read {
  project: string;
  identities: Identities;
  sighting: Sighting;
  values: Float64Array;
}

export class Service {
  readonly #model: Model;
  readonly #lookups: ReadonlyMap<string, NetworkLookup>;
  readonly #history = new MemoryHistory();
  #tie = 0;

  constructor(model: Model, lookups: ReadonlyMap<string, NetworkLookup>) {
    this.#model = model;
    this.#lookups = lookups;
  }

  /** Scores and remembers. */
  decide(sent: SentAttempt, at: number, fate: Fate = {}): Answer {
    const read = this.#read(sent, at, fate.atKiosk);
    const answer = this.#answer(read);
    this.#remember(read, fate.rememberedScore ?? answer.score, fate.outcome ?? null);
    return answer;
  }

  /** The score that it would get now. Nothing is remembered. */
  probe(sent: SentAttempt, at: number): Answer {
    return this.#answer(this.#read(sent, at));
  }

  /** What the model is asked with now. Nothing is remembered. */
  features(sent: SentAttempt, at: number): Float64Array {
    return this.#read(sent, at).values;
  }

  #answer({ values }: Read): Answer {
    const probability = this.#model(values);
    return { probability, score: riskScoreOf(probability) };
  }

  #read({ project, request: body, telemetry }: SentAttempt, at: number, atKiosk = false): Read {
    const parsed = readRiskRequest(body);
    if (!("request" in parsed)) throw new Error(`not valid: ${JSON.stringify(parsed.issues)}`);
    const { request } = parsed;
    const collection = summaryAsOf(telemetry, at);
    const ip = collection?.lastIp;
    const network = (ip && this.#lookups.get(project)?.(ip)) || null;
    const identities = identitiesOf(project, request, collection, atKiosk);
    const traits = traitsOf(project, request, collection, atKiosk);
    const sighting = sightingOf(identities, traits, { at, tie: ++this.#tie });
    const history = historyFacts(sighting, this.#history.asOf(project, identities, sighting));
    const values = featureVector({ at, request, collection, network, history });
    return { project, identities, sighting, values };
  }

  #remember({ project, identities, sighting }: Read, score: number, outcome: Outcome | null): void {
    const report = outcome && {
      reportedAt: outcome.reportedAt,
      fraud: outcome.outcome !== "legitimate",
    };
    this.#history.add(project, identities, { ...sighting, score }, report);
  }
}
