/** Earlier attempts, and what was reported of them, by the identities that they share. */
import { dayMs } from "../../base/durations.ts";

/** The identities by which attempts are linked, in the order in which they are stored. */
export const identityKinds = [
  "email",
  "phone",
  "booker",
  "name",
  "device",
  "ip",
  "network",
  "domain",
  "hotel",
  "collection",
] as const;
export type IdentityKind = (typeof identityKinds)[number];

/**
 * What attempts are found by, in the order in which it is stored: their identities, the recorded input of
 * the visit (`telemetry/recording.ts`), by which nothing but replays is counted, and the card or account
 * that pays. Few merchants send the last, and what is counted by it is stored apart: the evidence of an
 * attempt without one does not mention it.
 */
export const indexedKinds = [...identityKinds, "recording", "card"] as const;
export type IndexedKind = (typeof indexedKinds)[number];

/** One number for each kind; absent where the attempt does not have it. */
export type Identities = Partial<Record<IndexedKind, number>>;

/**
 * What can be compared among linked attempts. A city, a browser profile ("look", its name in stored
 * JSON) or a family name links no attempts by itself: too many people share one.
 */
export const linkedKinds = [...identityKinds, "city", "look", "surname"] as const;
export type LinkedKind = (typeof linkedKinds)[number];

/** A place in the order of all attempts. */
export interface Moment {
  /** The decision's time. */
  at: number;
  /** Orders the attempts of one millisecond; derived from the decision's ID. */
  tie: number;
}

/** One earlier attempt, reduced to what later attempts are compared with. */
export interface Sighting extends Moment {
  /** Days of the stay, counted from 1970; null if stored by a version that did not record them. */
  checkIn: number | null;
  checkOut: number | null;
  /** 32 bits of each, enough to count distinct ones among a few hundred; null: absent. */
  linked: Record<LinkedKind, number | null>;
  /** 32 bits of the card or account that pays; null: absent. */
  card: number | null;
  /** The currency and the size of the amount, see `velocity/amounts.ts`; null: absent. */
  amount: number | null;
  /**
   * The risk score, 0 to 99, that it was answered with; null while it is being decided, or if its
   * score was not kept: stored by a version that did not record it.
   */
  score: number | null;
}

/** The earlier attempts that share an identity with this one, by that identity, oldest first. */
export type Sightings = Readonly<Partial<Record<IndexedKind, readonly Sighting[]>>>;

/** The kinds of identity for which past outcomes are counted. */
export const outcomeKinds = [
  "email",
  "phone",
  "booker",
  "device",
  "network",
  "domain",
  "hotel",
] as const satisfies readonly IdentityKind[];
export type OutcomeKind = (typeof outcomeKinds)[number];

/** Those by which outcomes are stored, in the order in which PostgreSQL counts them. */
export const reportedKinds = [...outcomeKinds, "card"] as const satisfies readonly IndexedKind[];
export type ReportedKind = (typeof reportedKinds)[number];

/** Outcomes of earlier attempts with one identity. Only the newest report of each attempt counts. */
export interface OutcomeCount {
  fraud: number;
  legitimate: number;
  /** When the latest of these frauds was reported. */
  lastFraudAt: number | null;
  /** When the latest of these genuine guests was reported. */
  lastLegitimateAt: number | null;
}

/** By identity; absent where no outcome was reported. */
export type OutcomeCounts = Readonly<Partial<Record<ReportedKind, OutcomeCount>>>;

/** The kinds of identity for which the first attempt is known, however long ago it was. */
export const firstSeenKinds = [
  "email",
  "phone",
  "device",
  "network",
] as const satisfies readonly IdentityKind[];
export type FirstSeenKind = (typeof firstSeenKinds)[number];

/** Those whose first attempt is read, in the order in which PostgreSQL returns it. */
export const datedKinds = [
  ...firstSeenKinds,
  "recording",
  "card",
] as const satisfies readonly IndexedKind[];
export type DatedKind = (typeof datedKinds)[number];

/** The time of the project's first attempt with each identity, Unix ms; absent where there is none. */
export type FirstSeen = Readonly<Partial<Record<DatedKind, number>>>;

/** The windows, of whole UTC days, that a hotel's attempts and frauds are counted over. */
export const dayWindows = [1, 7, 30, 365] as const;

/**
 * What an attempt's hotel has had, in whole UTC days before the attempt, which makes it the same for all
 * attempts of a day. Sums by `dayWindows`.
 */
export interface HotelDays {
  /**
   * How many days after its attempt a fraud of the project is reported: the mean of those reported in 365 days,
   * at most `dayCountLimits.delayMaxDays`; 0 without any.
   */
  delayDays: number;
  /** Attempts. */
  attempts: number[];
  /** Attempts in windows as long that end `delayDays` earlier: those whose frauds are reported in the window. */
  attemptsThen: number[];
  /** Frauds reported, whenever their attempts were, without those withdrawn or found to be genuine by then. */
  frauds: number[];
  /** Days since the day of the first attempt. */
  firstSeenDays: number;
  /** The last of `attemptsThen` and of `frauds`, of all hotels of the project. */
  project: { attemptsThen: number; frauds: number };
}

export const dayCountLimits = {
  delayMaxDays: 180,
  /**
   * A day counts once it is over for this long: then everything of it is stored, since no attempt and no
   * report takes as long.
   */
  settledMs: 60 * 1000,
} as const;

/** The UTC day, since 1970. */
export const dayOf = (at: number): number => Math.floor(at / dayMs);

/** The day that an attempt counts those before: its own, except just after midnight. @param at Unix ms. */
export const countedBefore = (at: number): number => dayOf(at - dayCountLimits.settledMs);

/** What was known when an attempt was made. */
export interface History {
  sightings: Sightings;
  /** Not bounded by `since`. */
  firstSeen: FirstSeen;
  /** Null if the project had not reported any outcome by then. */
  outcomes: OutcomeCounts | null;
  /** Null if the project had no attempt on an earlier day; absent where days are not counted. */
  days?: HotelDays | null;
}

/** How far back velocity reaches, and how much of one identity is read. */
export const velocityLimits = {
  windowMs: 30 * 24 * 60 * 60 * 1000,
  /** The newest attempts of one identity that are read; counts of attempts are capped here. */
  sightingsPerIdentity: 128,
  /** The newest reports of one identity that are read; counts of outcomes are capped here. */
  outcomesPerIdentity: 128,
  /** Identities that were first seen longer ago than this all have the same age: two years. */
  firstSeenMaxMs: 730 * 24 * 60 * 60 * 1000,
} as const;

/** An attempt that begins to be decided, where several copies of the service decide. */
export interface OpeningAttempt {
  projectId: string;
  decisionId: string;
  identities: Identities;
  /** Its moment is that of this copy's clock. */
  sighting: Sighting;
  /** How far back it reads attempts, ms. */
  windowMs: number;
  idempotency: { keyHash: string; since: number } | null;
}

/** An attempt with its place in the order of its project's attempts, by whichever copy. */
export interface OpenedAttempt {
  /** Its time, which may be later than this copy's clock; its `tie` is as it was. */
  at: number;
  /** All attempts that were opened before it, decided or not, and none of the others. */
  history: History;
}

export interface VelocityStore {
  /**
   * What was stored about an attempt's identities at a given moment: the attempts from `since` up
   * to it, the first attempt of each, and the outcomes that had been reported by then.
   */
  asOf(projectId: string, identities: Identities, since: number, before: Moment): Promise<History>;
}

/** The order of attempts, where several copies decide. One process knows its attempts in flight itself. */
export interface OpenAttemptStore {
  /**
   * Gives an attempt its place; from then on every later one sees it, until it is closed, or for good once it is
   * committed.
   * @returns null where the idempotency key is in use. One that another attempt in flight was opened with
   *   is waited for.
   */
  open(attempt: OpeningAttempt): Promise<OpenedAttempt | null>;
  /** Ends an attempt that was not committed. Never rejects. Of one that was, it does nothing. */
  close(projectId: string, moment: Moment): void;
}
