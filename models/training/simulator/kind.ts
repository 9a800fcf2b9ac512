/**
 * The types shared by all kinds of traveller and attack. Each kind has a file of its own, however
 * short, so that one can be added, read or removed without touching the others.
 */
import type { RiskRequest } from "../../../src/attempt/request/risk-request.ts";
import type { Arrival } from "../../../src/attempt/telemetry/fold.ts";
import type { TelemetryBatch } from "../../../src/attempt/telemetry/protocol.ts";
import type { Merchant } from "./merchants.ts";
import type { Booking } from "./planned-booking.ts";
import type { Random } from "./random.ts";

/** A batch as the browser sent it, and how it reached the service. */
export interface SentBatch {
  batch: TelemetryBatch;
  arrival: Arrival;
}

/** A booking attempt as the service receives it. */
export interface Attempt {
  at: number;
  /** The merchant's project. History and collections are never shared between projects. */
  project: string;
  request: RiskRequest;
  /** All batches of its collection so far, in order of arrival; some may arrive after `at`. */
  telemetry: readonly SentBatch[];
  /** The name of the traveller or attack. */
  kind: string;
  /** Attempts of the same episode are not statistically independent. */
  episode: number;
  /** The ground truth. */
  fraud: boolean;
  /** How often its party has come back after an answer or a report; 0: as it was planned. */
  tries: number;
  /** What the merchant eventually reported: late, and not always correct. */
  outcome: Outcome | null;
}

export interface Outcome {
  outcome: "chargeback" | "fraud" | "legitimate";
  /** Unix ms, later than `at`; may lie beyond the end of the season. */
  reportedAt: number;
}

/** How the outcomes of a kind are reported, where that differs from the default. */
export interface Reporting {
  /** Share of the detected fraud that the merchant's own staff finds within days. */
  byStaff: number;
  /** Factor on the share of fraud that goes undetected. */
  silence: number;
  /** The dispute follows the stay, rather than the cardholder's next statement. */
  afterStay: boolean;
  /** Share of the legitimate bookings that the guest disputes by mistake. */
  disputed: number;
}

export type SentAttempt = Pick<Attempt, "project" | "request" | "telemetry">;

/** A future attempt. `send` is called once, in chronological order across all episodes. */
export interface PlannedAttempt {
  at: number;
  send(): SentAttempt;
  /** From which its party may book again (returns.ts); absent: it never does. */
  booking?: Booking;
}

export interface Episode {
  random: Random;
  merchants: readonly Merchant[];
  /** Start, Unix ms; a kind shifts it to the local time of the traveller's country. */
  at: number;
}

export interface Kind {
  name: string;
  /** Its share of all legitimate attempts, or of all fraudulent ones. */
  share: number;
  /** Mean number of attempts per episode; simulate.test.ts verifies it. */
  attempts: number;
  reporting?: Partial<Reporting>;
  /** Simulated this many times as often as it occurs, for more examples, each of which weighs less. */
  oversampled?: number;
  /** A series that goes on as it was planned, whatever is answered. */
  goesOn?: true;
  plan(episode: Episode): PlannedAttempt[];
}
