/** Decisions that people look into: one queue for each project. */
import type { OutcomeRecord } from "./outcomes.ts";
import type { NewWebhookEvent } from "./webhook-event.ts";

/** Which decisions of a project go to review by themselves. */
export interface ReviewRules {
  /** Those with a score from `from` to `to`, both included; null: none. */
  band: { from: number; to: number } | null;
  /** The share of all decisions, 0 to 1, that is chosen at random; 0: none. */
  share: number;
}

/** Why a decision is in the queue. */
export type ReviewSource =
  | { kind: "watch"; entryId: string }
  | { kind: "band"; from: number; to: number }
  | { kind: "sample"; share: number }
  | { kind: "person"; name: string };

/** A decision on its way into the queue. */
export interface NewReview {
  projectId: string;
  decisionId: string;
  /** All reasons why it is in the queue, a JSON array of `ReviewSource`; at least one. */
  sources: string;
  openedAt: number;
  /** Until then the booking's money can be saved, Unix ms. */
  deadline: number;
  /** The probability of fraud times the stay's value. */
  expectedLoss: number;
  /** Its currency, ISO 4217; null where no amount was sent, or by a version that did not store it. */
  currency: string | null;
  /** The least is served first: see `src/risk/review-queue.ts`. */
  place: number;
  /** For the project's webhooks, recorded where the review is added; null: none. */
  event: NewWebhookEvent | null;
}

/**
 * - `waiting`: for whoever asks next, up to `dueAt`, its deadline;
 * - `claimed`: somebody has it open, up to `dueAt`, when the claim lapses;
 * - `postponed`: put off until `dueAt`;
 * - `late`: its deadline has passed; it is served when nothing else waits;
 * - `decided`: it has its verdict.
 *
 * A state that has ended by itself, at `dueAt`, is changed by the next claim in the project.
 */
export type ReviewState = "waiting" | "claimed" | "postponed" | "late" | "decided";

export const finalVerdicts = ["fraud", "good"] as const;
export type FinalVerdict = (typeof finalVerdicts)[number];

export interface ReviewRecord extends Omit<NewReview, "event"> {
  state: ReviewState;
  /** When the state ends by itself, Unix ms; null: never. */
  dueAt: number | null;
  /** How often it was claimed. The number of the last claim is the only one that a verdict is taken with. */
  claim: number;
  /** By whom and when it was claimed last; null: never. */
  claimedBy: string | null;
  claimedAt: number | null;
  /** Given once. */
  verdict: FinalVerdict | null;
  decidedBy: string | null;
  decidedAt: number | null;
  /**
   * Of the second review, by another person who is not shown the verdict: when it was drawn; null: none is wanted. The
   * rest is as of the first, and changes neither its verdict nor the outcome.
   */
  secondAt: number | null;
  secondClaim: number | null;
  secondBy: string | null;
  secondClaimedAt: number | null;
  secondDueAt: number | null;
  secondVerdict: FinalVerdict | null;
  secondDecidedAt: number | null;
}

/** Who claims, when, and when that claim lapses. */
export interface Claiming {
  by: string;
  at: number;
  until: number;
}

/** A claim that somebody has. It counts while it is the newest one of its case and has not lapsed. */
export interface HeldClaim {
  projectId: string;
  decisionId: string;
  by: string;
  claim: number;
  /** Now. */
  at: number;
}

/** A place in the queue. */
export type ReviewPlace = Pick<ReviewRecord, "place" | "decisionId">;

/** "mine": what the one who asks has open, or has put off. */
export const reviewViews = ["waiting", "late", "mine", "decided"] as const;
export type ReviewView = (typeof reviewViews)[number];

export interface ReviewCounts {
  /** Reviewed by nobody, and before their deadline. Postponed ones are not among them. */
  waiting: number;
  late: number;
  claimed: number;
  mine: number;
  postponed: number;
}

/** What figures are made of: a case that was decided. */
export interface DecidedReview {
  verdict: FinalVerdict;
  decidedAt: number;
  /** When it was claimed for the verdict. */
  claimedAt: number;
  /** The newest report of the decision, or `withdrawn`; null: none. */
  outcome: string | null;
}

/** Two verdicts of one case: what agreement is counted of. */
export interface VerdictPair {
  first: FinalVerdict;
  second: FinalVerdict;
}

/** Which second reviews are wanted. */
export interface DrawnSecond {
  /** Drawn from and up to these times, Unix ms. */
  drawnFrom: number;
  drawnUntil: number;
  /** The decision that the claimer has just left; null: none. */
  except: string | null;
}

/** What comes with a verdict. */
export interface VerdictRecords {
  outcome: OutcomeRecord;
  events: VerdictEvents;
  /** Whether a second review of the case is drawn. */
  isSecondDrawn: boolean;
}

export interface VerdictEvents {
  reviewed: NewWebhookEvent | null;
  reported: NewWebhookEvent | null;
}

/** Cases that one statement puts where they belong, before a claim too: what is left is put there by the next ones. */
export const settledAtOnce = 200;

export interface ReviewStore {
  /** Adds a decision to the queue, unless it is or was in it. @returns whether it was added. */
  open(review: NewReview): Promise<boolean>;
  find(projectId: string, decisionId: string): Promise<ReviewRecord | null>;
  /** The cases of these decisions that have no verdict yet, in the order of the queue. */
  undecided(projectId: string, decisionIds: readonly string[]): Promise<ReviewRecord[]>;
  /**
   * Puts cases of these projects where they belong whose claim, postponement or deadline has passed, up to
   * `settledAtOnce` of them in all.
   * @returns how many.
   */
  settle(projectIds: readonly string[], at: number): Promise<number>;
  /**
   * Claims the case that is served next: the one that the claimer has; or the first of those that wait; or of those
   * that are late. Cases whose state has ended by itself are put where they belong before. A case is claimed by one.
   * @param after the decision whose case the claimer gives back; they get the one that is served after it, and the
   *   first of all at the end. Null: the case that they have, or the first.
   * @returns null where there is none.
   */
  claimNext(
    projectId: string,
    claiming: Claiming,
    after: string | null,
  ): Promise<ReviewRecord | null>;
  /**
   * Claims this case, and gives back the one that the claimer had. One that they have already keeps its number, and
   * gets the new end.
   * @returns null where somebody else has it, it is decided, or there is none.
   */
  claim(projectId: string, decisionId: string, claiming: Claiming): Promise<ReviewRecord | null>;
  /** Puts a case off. @returns false, with nothing changed, where the claim does not count. */
  postpone(held: HeldClaim, until: number): Promise<boolean>;
  /**
   * Gives the verdict, and reports the outcome in the same commit, unless one counts that was reported before.
   * @param records `events`: for the project's webhooks: of the verdict, and of the outcome where it is reported;
   *   null: none.
   * @returns false, with nothing changed, where the claim does not count.
   */
  decide(held: HeldClaim, verdict: FinalVerdict, records: VerdictRecords): Promise<boolean>;
  /**
   * Claims a second review for somebody else than who gave the verdict, and gives back the cases that they have: the
   * second review that they have, or the first that was drawn and nobody has.
   * @returns null where there is none.
   */
  claimSecond(projectId: string, claiming: Claiming, of: DrawnSecond): Promise<ReviewRecord | null>;
  /** Gives back the second reviews that somebody has, of those that were drawn since a time. */
  giveBackSecond(
    projectId: string,
    of: { by: string; at: number; drawnFrom: number },
  ): Promise<void>;
  /** @returns false, with nothing changed, where the claim does not count. */
  decideSecond(held: HeldClaim, verdict: FinalVerdict): Promise<boolean>;
  /** The second reviews that somebody has, or had last, and that are not decided, of those drawn since a time. */
  secondsOf(projectId: string, of: { by: string; drawnFrom: number }): Promise<ReviewRecord[]>;
  /** How many second reviews were drawn since a time and are not decided, up to `max`. */
  countSecond(projectId: string, drawnFrom: number, max: number): Promise<number>;
  /** The verdicts of second reviews since a time, newest first. */
  verdictPairs(projectId: string, since: number, limit: number): Promise<VerdictPair[]>;
  /** In the order of the queue; decided ones newest first. @param by whose are "mine". */
  list(
    projectId: string,
    view: ReviewView,
    of: { by: string; at: number; limit: number },
  ): Promise<ReviewRecord[]>;
  /** Each counted up to `max`. */
  counts(projectId: string, of: { by: string; at: number; max: number }): Promise<ReviewCounts>;
  /** Decided since a time, newest first. */
  decided(projectId: string, since: number, limit: number): Promise<DecidedReview[]>;
}
