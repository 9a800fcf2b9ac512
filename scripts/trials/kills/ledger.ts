/** What one round sent to the service, and what the service acknowledged before it was killed. */

export interface Answer {
  decisionId: string;
  riskScore: number;
  suggestedAction: string;
}

export interface SentBooking {
  requestId: string;
  body: string;
  idempotencyKey: string | null;
  /** Null where no whole response arrived. */
  answer: Answer | null;
}

export interface SentOutcome {
  decisionId: string;
  /** The JSON body. */
  report: string;
  requestId: string;
  isAcknowledged: boolean;
}

export interface SentBatch {
  collectionId: string;
  sequence: number;
  isAcknowledged: boolean;
}

/** A command that ran while the service did and was killed with it. */
export interface RanCommand {
  kind: "promotion" | "backup" | "erasure";
  /** What the command was about: the model, the backup's path, or the guest's e-mail address. */
  subject: string;
  isAcknowledged: boolean;
}

export interface Ledger {
  round: number;
  bookings: SentBooking[];
  outcomes: SentOutcome[];
  batches: SentBatch[];
  command: RanCommand;
}

export const kinds = ["decision", "outcome", "batch", "promotion", "backup", "erasure"] as const;
export type Kind = (typeof kinds)[number];

/** Counts over all rounds. */
export interface Tally {
  sent: number;
  acknowledged: number;
  /** Acknowledged, and not in the data folder after the restart; or erased, and still there. */
  lost: number;
  /** Stored more than once, also after the same call was repeated. */
  doubled: number;
  /** Stored with other values than were answered, or only in part. */
  half: number;
  /** Not acknowledged and stored all the same, which is allowed. */
  unacknowledged: number;
}

export type Tallies = Record<Kind, Tally>;

export function newTallies(): Tallies {
  const tally = (): Tally => ({
    sent: 0,
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    half: 0,
    unacknowledged: 0,
  });
  const stored = { decision: tally(), outcome: tally(), batch: tally() };
  return { ...stored, promotion: tally(), backup: tally(), erasure: tally() };
}

/** Whether anything that was acknowledged is missing, or anything is stored twice or in part. */
export function isViolated(tallies: Tallies): boolean {
  return kinds.some((kind) => {
    const { lost, doubled, half } = tallies[kind];
    return lost + doubled + half > 0;
  });
}
