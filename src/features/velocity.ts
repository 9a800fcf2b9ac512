/** How often the same e-mail, phone, device … attempted to book before, as of the attempt. */
import { type Window, windowNames } from "../history/facts.ts";
import { historyLimits, type IdentityKind } from "../storage/store.ts";
import { type Feature, family } from "./feature.ts";

const { sightingsPerIdentity } = historyLimits;

/** Which windows are telling for which identity; a hotel is busy for good reasons. */
const counted: Readonly<Record<IdentityKind, readonly Window[]>> = {
  email: ["10m", "1h", "24h", "7d", "30d"],
  phone: ["10m", "1h", "24h", "7d", "30d"],
  booker: ["1h", "24h", "30d"],
  name: ["1h", "24h", "30d"],
  device: ["10m", "1h", "24h", "7d", "30d"],
  ip: ["10m", "1h", "24h", "7d", "30d"],
  hotel: ["10m", "1h"],
  collection: ["24h"],
};

const names: Readonly<Record<IdentityKind, string>> = {
  email: "e-mail address",
  phone: "phone number",
  booker: "booker reference",
  name: "booker's name",
  device: "device",
  ip: "IP address",
  hotel: "hotel",
  collection: "collection id",
};

const attempts = (Object.entries(counted) as [IdentityKind, readonly Window[]][]).flatMap(
  ([kind, windows]) =>
    windows.map((window): Omit<Feature, "group"> => {
      const place = windowNames.indexOf(window);
      return {
        name: `${kind}_attempts_${window}`,
        type: "count",
        unit: "attempts",
        range: [0, sightingsPerIdentity],
        meaning: `Earlier attempts with the same ${names[kind]} in ${window}, up to ${sightingsPerIdentity}.`,
        missing: `The attempt has no ${names[kind]}.`,
        compute: ({ history }) => history.attempts[kind]?.[place] ?? null,
      };
    }),
);

const sinceLast = (["email", "phone", "device", "ip"] as const).map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_since_last_s`,
    type: "number",
    unit: "s",
    range: [0, historyLimits.windowMs / 1000],
    meaning: `Since the latest earlier attempt with the same ${names[kind]}.`,
    missing: `The ${names[kind]} was not seen in 30 days, or there is none.`,
    compute: ({ history }) => history.sinceLastS[kind],
  }),
);

export const velocity: readonly Feature[] = family("velocity", [...attempts, ...sinceLast]);
