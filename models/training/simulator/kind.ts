/** What the simulator is made of: kinds of traveller and of attack, each a file of its own. */
import type { RiskRequest } from "../../../src/request/risk-request.ts";
import type { TelemetryBatch } from "../../../src/telemetry/protocol.ts";
import type { Arrival } from "../../../src/telemetry/summary.ts";
import type { Merchant } from "./merchants.ts";
import type { Random } from "./random.ts";

/** One batch as the browser sent it, and how it reached the service. */
export interface SentBatch {
  batch: TelemetryBatch;
  arrival: Arrival;
}

/** A booking attempt as the service meets it. */
export interface Attempt {
  at: number;
  /** Whose; history and collections never cross it. */
  project: string;
  request: RiskRequest;
  /** Everything of its collection so far, in order of arrival; some may arrive after `at`. */
  telemetry: readonly SentBatch[];
  /** The traveller's or the attack's name. */
  kind: string;
  /** Attempts of one episode are not independent of each other. */
  episode: number;
  /** The truth. */
  fraud: boolean;
  /** What the merchant reported of it in the end: late, and not always the truth. */
  outcome: Outcome | null;
}

export interface Outcome {
  outcome: "chargeback" | "fraud" | "legitimate";
  /** Unix ms, after `at`; it may lie after the season's end. */
  reportedAt: number;
}

/** How the outcomes of one kind come to light, where it differs from others. */
export interface Reporting {
  /** Part of the noticed fraud that the merchant's own people find within days. */
  byStaff: number;
  /** How many times as often as elsewhere nobody notices. */
  silence: number;
  /** The dispute comes after the stay, not when the card's owner reads a statement. */
  afterStay: boolean;
  /** Part of the honest bookings that the guest disputes by mistake. */
  disputed: number;
}

export type Made = Pick<Attempt, "project" | "request" | "telemetry">;

/** An attempt that is going to be made; `make` is called in order of time. */
export interface Planned {
  at: number;
  make(): Made;
}

export interface Episode {
  random: Random;
  merchants: readonly Merchant[];
  /** When it begins; Unix ms. Where people live decides how many hours earlier or later. */
  at: number;
}

export interface Kind {
  name: string;
  /** Its part of all attempts of honest people, or of all attempts of fraud. */
  share: number;
  /** Attempts that one episode makes on average; measured by simulate.test.ts. */
  attempts: number;
  reporting?: Partial<Reporting>;
  plan(episode: Episode): Planned[];
}
