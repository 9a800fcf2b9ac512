/** Finding and counting decisions for the dashboard. */
import type { AgedTelemetry } from "./collections.ts";
import type { DecisionRecord, DecisionSource } from "./decisions.ts";
import type { ReportHistory } from "./outcomes.ts";
import type { IndexedKind, Moment } from "./velocity.ts";

/** What a decision has in common with many others. */
export interface DecisionKind {
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  source: DecisionSource;
  modelName: string;
  modelVersion: string;
  /** Whether the decision had any telemetry. */
  seen: boolean;
  /** The newest report; null where there is none. */
  outcome: string | null;
}

/** Which of a project's decisions are wanted. All conditions must hold; an absent one always does. */
export interface DecisionFilter {
  /** Unix ms; `from` is included, `to` is not. */
  from?: number;
  to?: number;
  /** The decision of exactly this moment. */
  moment?: Moment;
  requestId?: string;
  /** The decision has one identity of each group. Put the rarest group first: it is searched by. */
  identities?: readonly (readonly number[])[];
  riskLevel?: string;
  suggestedAction?: string;
  riskSetting?: string;
  source?: DecisionSource;
  modelName?: string;
  modelVersion?: string;
  seen?: boolean;
  /** One of these; null stands for no report. */
  outcomes?: readonly (string | null)[];
  /** Both included. */
  scoreFrom?: number;
  scoreTo?: number;
}

/** A decision in a list, without what only its own page shows. */
export interface ListedDecision
  extends Moment,
    Omit<
      DecisionRecord,
      | ("decidedAt" | "evidence" | "featureSet" | "features")
      | (
          | "modelProbability"
          | "projectBaseRate"
          | "modelBaseRate"
          | "listMatches"
          | "controlGroup"
          | "challenge"
        )
    > {
  /** Whether the decision had any telemetry. */
  seen: boolean;
  /** The newest report; null where there is none. */
  outcome: string | null;
}

/** The amounts of bookings in one currency, added up. */
export interface Amounts {
  /** Of how many the amount is known. */
  known: number;
  sum: number;
  /** The sum of their squares. */
  squares: number;
}

/** How many decisions of one kind had this score. */
export interface ScoreTally {
  kind: DecisionKind;
  riskScore: number;
  count: number;
  /** In minor units; absent where no currency was asked for, or none has an amount in it. */
  amounts?: Amounts;
}

/** The newest decisions of one kind that match a filter, in no order. */
export interface KindProbabilities {
  kind: DecisionKind;
  /** When each was decided, Unix ms, and the model's own probability of it. */
  at: Float64Array;
  modelProbabilities: Float64Array;
  /** Their amounts, as `Sighting.amount`; 0 where there is none. */
  amountBits: Int32Array;
}

/** How many decisions of one kind fell into a step of time, and the sum of their scores. */
export interface TimeTally {
  kind: DecisionKind;
  /** The step's beginning, Unix ms. */
  at: number;
  count: number;
  scoreSum: number;
}

/** What decisions are counted by, besides time. All but the hotel are countries. */
export const placeKinds = ["hotel", "hotelCountry", "billing", "phone", "network"] as const;
export type PlaceKind = (typeof placeKinds)[number];

export interface PlaceTally {
  /** A hotel's identity, or a country's two letters. */
  place: number | string;
  decisions: number;
  denied: number;
}

/** One of the names and references under which a hotel has been sent. */
export interface HotelRecord {
  /** Its identity. */
  hotel: number;
  name: string;
  country: string;
  referenceId: string | null;
  giataId: string | null;
}

/** The identities that the dashboard shows as links between decisions. */
export const linkKinds = [
  "device",
  "email",
  "phone",
  "ip",
  "name",
  "booker",
  "card",
] as const satisfies readonly IndexedKind[];
export type LinkKind = (typeof linkKinds)[number];

/** How many other decisions have the same identity. Both counts are capped at `linkLimits.counted`. */
export interface LinkCount {
  kind: LinkKind;
  /** Within the time asked for, before and after. */
  within: number;
  ever: number;
}

export interface LinkedDecision extends ListedDecision {
  /** Everything that it has in common with the given decision. */
  shares: LinkKind[];
}

export const linkLimits = {
  /** Counts of links are capped here. */
  counted: 1000,
  /** Of one identity, the nearest in time that are listed, before and after together. */
  listed: 40,
} as const;

export const identityLimits = {
  /** Of one identity, the newest decisions that are tallied. */
  tallied: 10_000,
  /** Of these, the newest whose other identities are counted. */
  linked: 1000,
  /** Other identities of each kind that are named, those in most decisions first. */
  named: 6,
} as const;

/** What else the decisions with an identity have, of one kind. */
export interface LinkedIdentities {
  kind: LinkKind;
  /** How many different ones. */
  values: number;
  /** Those in most of the decisions: in how many, and the newest of these. */
  most: { decisions: number; decisionId: string }[];
}

/** All that is known of an identity, up to `identityLimits`. */
export interface IdentityFigures {
  /** When it was first and last seen, Unix ms. */
  firstAt: number;
  lastAt: number;
  /** Of the newest decisions with it. */
  tallies: { suggestedAction: string; outcome: string | null; count: number }[];
  /** In the order of `linkKinds`, without its own kind, and without kinds that none of them has. */
  linked: LinkedIdentities[];
}

/**
 * Answered from the search index, which trails the stored decisions and outcomes by about a second
 * while a service runs. Answered concurrently with everything else, so a slow search delays no decision.
 */
export interface SearchStore {
  /**
   * The newest decisions that match the filter, before a moment. Those of one millisecond are in
   * the order of their `tie`.
   */
  list(
    projectId: string,
    filter: DecisionFilter,
    before: Moment | null,
    limit: number,
  ): Promise<ListedDecision[]>;
  /**
   * The models' own probabilities of the newest decisions that match the filter, as they were before
   * the project's base rate: 100,000 take about a second.
   */
  modelProbabilities(
    projectId: string,
    filter: DecisionFilter,
    limit: number,
  ): Promise<KindProbabilities[]>;
  /** What shares an identity with a decision, oldest first; null if there is no such decision. */
  linked(
    projectId: string,
    decisionId: string,
    withinMs: number,
  ): Promise<{ counts: LinkCount[]; decisions: LinkedDecision[] } | null>;
  /** What a decision has of this kind; null where it has none, or there is no such decision. */
  identityOf(projectId: string, decisionId: string, kind: LinkKind): Promise<number | null>;
  /** All that is known of an identity of this kind; null where no decision has it. */
  identity(projectId: string, identity: number, kind: LinkKind): Promise<IdentityFigures | null>;
  /** Every name and reference of the project's hotels. */
  hotels(projectId: string): Promise<HotelRecord[]>;
  /**
   * By whole UTC hours: from the hour that contains `from` to the last that begins before `to`.
   * @param currency with the amounts in this one, ISO 4217. They are read decision by decision: a million
   * take about a second. Not those of decisions whose sighting was deleted.
   */
  byScore(
    projectId: string,
    from: number,
    to: number,
    currency?: string | null,
  ): Promise<ScoreTally[]>;
  /** The same hours, in steps of an hour or a day. */
  byTime(projectId: string, from: number, to: number, step: "hour" | "day"): Promise<TimeTally[]>;
  /** By whole UTC days; places with the most decisions first. */
  byPlace(
    projectId: string,
    place: PlaceKind,
    range: { from: number; to: number },
    limit: number,
  ): Promise<PlaceTally[]>;
  /** When a project's outcomes were reported. Read from the reports: never behind. */
  reportHistory(projectId: string): Promise<ReportHistory>;
  /** A project's telemetry that was received before a time. Read from the batches: never behind. */
  telemetryBefore(projectId: string, receivedAt: number): Promise<AgedTelemetry>;
  /** How many decisions and reports, of all projects, are not in the index yet. */
  backlog(): Promise<number>;
}
