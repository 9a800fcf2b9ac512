/** For tests only: one example attempt, which each family's tests change as they need. */
import type { RiskRequest } from "../request/risk-request.ts";
import { noTraits, sightingOf } from "../storage/sighting.ts";
import { foldBatch } from "../telemetry/fold.ts";
import { historyFacts } from "../velocity/facts.ts";
import type { Attempt, Feature } from "./feature.ts";

/** Noon, so that a test can move to another hour without leaving the day by accident. */
export const at = Date.UTC(2027, 3, 1, 12);

/** Only the required members: features of anything else are missing unless a test sends them. */
export const base: RiskRequest = {
  booker: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  hotel: { name: "Hotel Mundial", country: "PT" },
  booking: { checkIn: "2027-05-01", checkOut: "2027-05-04" },
  requestId: "r-1",
};

/** A collection of one empty batch, 60 s before the attempt. */
export const empty = foldBatch(
  null,
  {
    key: "",
    collectionId: "col_12345678",
    sequence: 0,
    startedAt: 0,
    sentAt: 0,
    sdkVersion: "1",
    events: [],
  },
  { receivedAt: at - 60_000, ip: "192.0.2.1", userAgent: "Mozilla/5.0" },
);

/** Of an attempt without identities and without history. */
export const nothingKnown = historyFacts(sightingOf({}, noTraits, { at, tie: 0 }), {
  sightings: {},
  firstSeen: {},
  outcomes: null,
});

/** An attempt of which nothing is known but the request. */
export const bare: Attempt = {
  at,
  request: base,
  collection: null,
  network: null,
  history: nothingKnown,
};

/** The booker's fields beside the request's own, which keeps the rows of test tables short. */
export type BookerChanges = Partial<RiskRequest["booker"]> & Partial<Omit<RiskRequest, "booker">>;

export function requestWith(of: BookerChanges): RiskRequest {
  const { guests, billing, hotel, booking, collectionId, requestId, ...booker } = of;
  const more = { guests, billing, hotel, booking, collectionId };
  // What a row leaves out must not overwrite the example's own with undefined.
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
  return { ...base, ...given, booker: { ...base.booker, ...booker } };
}

/** Throws where the family has no such feature, so that a misspelt name is not a missing value. */
export function valueFor(
  family: readonly Feature[],
  name: string,
  changes: Partial<Attempt>,
): number | null {
  const feature = family.find((one) => one.name === name);
  if (!feature) throw new Error(`no feature ${name}`);
  return feature.compute({ ...bare, ...changes });
}
