/** How often the same e-mail, phone, device … attempted to book before, as of the attempt. */

import { type IdentityKind, velocityLimits } from "../storage/velocity.ts";
import { type Window, windowNames } from "../velocity/facts.ts";
import { type Feature, family } from "./feature.ts";
import { identityNames, identitySources } from "./identity-names.ts";

const { sightingsPerIdentity } = velocityLimits;

/** Which windows are telling for which identity; a hotel is busy for good reasons. */
const counted: Readonly<Record<IdentityKind, readonly Window[]>> = {
  email: ["10m", "1h", "24h", "7d", "30d"],
  phone: ["10m", "1h", "24h", "7d", "30d"],
  booker: ["1h", "24h", "30d"],
  name: ["1h", "24h", "30d"],
  device: ["10m", "1h", "24h", "7d", "30d"],
  ip: ["10m", "1h", "24h", "7d", "30d"],
  network: ["10m", "1h", "24h", "7d"],
  domain: ["1h", "24h", "7d", "30d"],
  hotel: ["10m", "1h"],
  collection: ["24h"],
};

const why: Readonly<Record<IdentityKind, string>> = {
  email: "A stolen card is tried again and again; an honest guest retries once or twice.",
  phone: "One reachable number serves many bookings of a ring, and of an agent.",
  booker: "An account that books in bursts is a farm's, or was taken over; agents book often too.",
  name: "The same name in bursts is one person behind many mailboxes; common names have namesakes.",
  device: "Bursts from one device are a card tester's or a farm's; a family retries a little.",
  ip: "Bursts from one address are a program's; carriers, offices and hotels share addresses.",
  network: "Campaigns move within rented blocks of addresses; carriers have many guests in one.",
  domain: "Mailboxes made in bulk share a domain; so do the employees of one company.",
  hotel: "A campaign lands on one hotel at a time; so does a concert next door.",
  collection: "One visit makes one booking and a retry; a copied id makes many.",
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
        meaning: `Earlier attempts with the same ${identityNames[kind]} in ${window}, up to ${sightingsPerIdentity}.`,
        missing: `The attempt has no ${identityNames[kind]}.`,
        why: why[kind],
        source: ["history", ...identitySources[kind]],
        compute: ({ history }) => history.attempts[kind]?.[place] ?? null,
      };
    }),
);

const sinceLast = (["email", "phone", "device", "ip"] as const).map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_since_last_s`,
    type: "number",
    unit: "s",
    range: [0, velocityLimits.windowMs / 1000],
    meaning: `Since the latest earlier attempt with the same ${identityNames[kind]}.`,
    missing: `The ${identityNames[kind]} was not seen in 30 days, or there is none.`,
    why: `${why[kind]} Seconds apart is a burst.`,
    source: ["history", ...identitySources[kind]],
    compute: ({ history }) => history.sinceLastS[kind],
  }),
);

const seenTabs: readonly Omit<Feature, "group">[] = [
  {
    name: "hotel_tabs_seen_share_30d",
    type: "number",
    unit: "share",
    range: [0, 1],
    meaning: `Earlier attempts at the hotel in 30d, up to ${sightingsPerIdentity}, with a tab that the browser script saw, or an import told the address of, among all of them.`,
    missing: "The hotel had no attempts in 30 days.",
    why: "No sign alone: it says what a missing tab means. Where all guests come with one, an attempt without it came past the pages.",
    source: ["history"],
    compute: ({ history: { seenTabs: tabs } }) =>
      tabs && tabs.attempts > 0 ? tabs.seen / tabs.attempts : null,
  },
  {
    name: "hotel_attempts_without_tab_1h",
    type: "count",
    unit: "attempts",
    range: [0, sightingsPerIdentity],
    meaning: `Earlier attempts at the hotel in 1h without a tab that the browser script saw, or an import told the address of, up to ${sightingsPerIdentity}.`,
    missing: "The decision was made by a version that did not count them.",
    why: "A program that calls the checkout without its page does so again and again; a blocked script is one guest's.",
    source: ["history"],
    compute: ({ history }) => history.seenTabs?.unseen1h ?? null,
  },
];

export const velocity: readonly Feature[] = family("velocity", [
  ...attempts,
  ...sinceLast,
  ...seenTabs,
]);
