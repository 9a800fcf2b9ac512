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
  /** What the merchant would have reported: the truth, seldom otherwise. */
  label: boolean;
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
  /** When it begins, at the earliest; Unix ms. */
  at: number;
}

export interface Kind {
  name: string;
  /** Its part of all attempts of honest people, or of all attempts of fraud. */
  share: number;
  /** Attempts that one episode makes on average; measured by simulate.test.ts. */
  attempts: number;
  plan(episode: Episode): Planned[];
}
