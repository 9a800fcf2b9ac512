/** The form of a feature: one number that a model may read, with its exact meaning. */
import type { NetworkFacts } from "../../attempt/geoip/facts.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { factSources } from "../../attempt/telemetry/facts.ts";
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";
import type { HistoryFacts } from "../velocity/facts.ts";

/** What a decision is based on. It is stored with it, so every feature can be recomputed. */
export interface Attempt {
  /** The decision's time, Unix ms. No feature knows another "now". */
  at: number;
  request: RiskRequest;
  /** What the browser script recorded; null where no id was sent or the id is unknown. */
  collection: CollectionFacts | null;
  /** What the GeoIP files have for the visitor's IP address; null without a file or an address. */
  network: NetworkFacts | null;
  history: HistoryFacts;
}

export const featureGroups = [
  "identity",
  "contact",
  "party",
  "stay",
  "billing",
  "device",
  "behaviour",
  "journey",
  "network",
  "velocity",
  "linking",
  "outcomes",
  "amount",
  "payment",
] as const;
export type FeatureGroup = (typeof featureGroups)[number];

/**
 * What features are computed from. Where a source is absent or was not recorded, its features are
 * missing, never zero. A count to which an absent source adds nothing does not name that source.
 */
export const sources = [
  /** The members that every request has. */
  "request",
  "request.booker.referenceId",
  "request.guests",
  "request.billing.addressLine",
  "request.billing.country",
  "request.hotel.address",
  "request.booking.groupSize",
  "request.collectionId",
  "request.booking.totalAmount",
  "request.payment.method",
  "request.payment.instrumentId",
  "request.payment.billingCountryMatch",
  "request.payment.avs",
  "request.payment.cvc",
  "request.payment.threeDSecure",
  "request.payment.previousDeclines",
  ...factSources,
  "history",
  "outcomes",
  /** What the hotel and the project had on earlier days. */
  "days",
  "network",
] as const;
export type Source = (typeof sources)[number];

export interface Feature {
  /** Lower case with underscores, the unit last. Never reused for another meaning. */
  name: string;
  group: FeatureGroup;
  /** A count is a whole number; a flag is 0 or 1. */
  type: "number" | "count" | "flag";
  unit: string;
  /** Both ends included; `Infinity` where there is no bound. */
  range: readonly [number, number];
  meaning: string;
  /** Why and in which direction fraud moves it, or why it helps although it is not a sign alone. */
  why: string;
  /** What it is computed from; missing where all of these that can be absent are absent. */
  source: readonly Source[];
  /** What it means that the feature is missing; null where it never is. */
  missing: string | null;
  /** The value as of the attempt, or null where it is missing. Pure, and never throws. */
  compute(attempt: Attempt): number | null;
}

/** Adds the group to features that are declared without it. */
export function family(
  group: FeatureGroup,
  features: readonly Omit<Feature, "group">[],
): readonly Feature[] {
  return features.map((feature) => ({ ...feature, group }));
}

export const flag = { type: "flag", unit: "", range: [0, 1] } as const;
export const share = { type: "number", unit: "share", range: [0, 1] } as const;
export const count = { type: "count", range: [0, Number.POSITIVE_INFINITY] } as const;
