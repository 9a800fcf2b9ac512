/** The catalogue: every feature, in the published order. A model names those that it reads. */
import { hash } from "node:crypto";
import { agent } from "./agent.ts";
import { amount } from "./amount.ts";
import { behaviour } from "./behaviour.ts";
import { billing } from "./billing.ts";
import { contact } from "./contact.ts";
import { device } from "./device.ts";
import type { Attempt, Feature } from "./feature.ts";
import { identity } from "./identity.ts";
import { integrity } from "./integrity.ts";
import { journey } from "./journey.ts";
import { linking } from "./linking.ts";
import { network } from "./network.ts";
import { outcomes } from "./outcomes.ts";
import { party } from "./party.ts";
import { payment } from "./payment.ts";
import { rates } from "./rates.ts";
import { stay } from "./stay.ts";
import { velocity } from "./velocity.ts";

export type { Attempt, Feature } from "./feature.ts";
export { decodeVector, encodeVector } from "./stored-vector.ts";

/** One value for each feature of the catalogue, in its order; NaN is missing. */
export type FeatureVector = Float64Array;

export const catalogue: readonly Feature[] = [
  ...identity,
  ...contact,
  ...party,
  ...stay,
  ...billing,
  ...device,
  ...integrity,
  ...agent,
  ...journey,
  ...behaviour,
  ...network,
  ...velocity,
  ...linking,
  ...outcomes,
  ...rates,
  ...amount,
  ...payment,
];

export const featureNames: readonly string[] = catalogue.map(({ name }) => name);

/** Identifies the names of a stored vector's values; it changes with the catalogue. */
export const featureSetId = hash("sha256", featureNames.join("\n")).slice(0, 16);

/** Parts that an attempt has or lacks as a whole, by what reads them; what reads a lacking one is missing. */
const wholes = [readsCollection, readsNetwork, readsOutcomes, readsPayment, readsDays] as const;

/** A bit for each of `wholes` that the attempt lacks. Written out: a list of functions takes 1 µs. */
function lackingOf({ collection, network, history, request }: Attempt): number {
  const isPaid = request.payment !== undefined || request.booking.totalAmount !== undefined;
  const withoutHistory = (history.outcomes ? 0 : 4) | (history.days ? 0 : 16);
  return (collection ? 0 : 1) | (network ? 0 : 2) | withoutHistory | (isPaid ? 0 : 8);
}

/** Features of the history name the collection for its identities, which the history has counted. */
function readsCollection({ source }: Feature): boolean {
  if (source.includes("history") || source.includes("outcomes")) return false;
  return source.some((one) => one === "collection" || one.startsWith("collection."));
}

function readsNetwork({ source }: Feature): boolean {
  return source.includes("network");
}

function readsOutcomes({ source }: Feature): boolean {
  return source.includes("outcomes");
}

function readsDays({ source }: Feature): boolean {
  return source.includes("days");
}

function readsPayment({ group }: Feature): boolean {
  return group === "amount" || group === "payment";
}

/** A bit for each of `wholes` that a feature reads. Every command starts with this: it is asked once. */
const readBy = catalogue.map((feature) =>
  wholes.reduce((bits, isReadBy, bit) => (isReadBy(feature) ? bits | (1 << bit) : bits), 0),
);

/** Features of the catalogue: how each is computed, and its place. */
interface Part {
  computes: readonly Feature["compute"][];
  places: Uint16Array;
}

/**
 * By the sources that an attempt lacks, a bit for each of `wholes`, the features that may have a
 * value. A third of them need telemetry, outcomes or GeoIP: asking each takes 1 to 3 µs a decision.
 */
const parts: readonly Part[] = Array.from({ length: 2 ** wholes.length }, (_, lacking) => {
  const places: number[] = [];
  readBy.forEach((read, place) => {
    if ((read & lacking) === 0) places.push(place);
  });
  const computes = places.map((place) => catalogue[place]!.compute);
  return { computes, places: Uint16Array.from(places) };
});

/** All features of an attempt in the catalogue's order; NaN is missing. */
export function featureVector(attempt: Attempt): FeatureVector {
  const values = new Float64Array(catalogue.length).fill(Number.NaN);
  const { computes, places } = parts[lackingOf(attempt)]!;
  for (let i = 0; i < computes.length; i++) {
    const value = computes[i]!(attempt);
    if (value !== null) values[places[i]!] = value + 0; // The sign of -0 is not stored.
  }
  return values;
}
