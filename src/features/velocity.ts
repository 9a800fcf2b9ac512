/** Velocity: earlier attempts with the same e-mail address, phone, device …, as of the attempt. */
import {
  type FirstSeenKind,
  firstSeenKinds,
  type IdentityKind,
  velocityLimits,
} from "../storage/velocity.ts";
import { type Window, windowNames } from "../velocity/facts.ts";
import { type Feature, family } from "./feature.ts";
import { identityNames, identitySources } from "./identity-names.ts";

const { sightingsPerIdentity } = velocityLimits;
const dayMs = 24 * 60 * 60 * 1000;

/** The windows that are informative for each identity; a hotel may be busy for good reasons. */
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
  email: "A stolen card is tried repeatedly; a legitimate guest retries once or twice.",
  phone: "One reachable number serves many bookings of a fraud ring, and of a travel agent.",
  booker:
    "An account that books in bursts belongs to a fraud farm or was taken over; agents book often too.",
  name: "One name in bursts is one person behind many mailboxes; common names have namesakes.",
  device: "Bursts from one device are card testing or a fraud farm; a family retries a few times.",
  ip: "Bursts from one IP address come from a program; carriers, offices and hotels share addresses.",
  network: "Campaigns move within rented blocks of addresses; a carrier's block has many guests.",
  domain: "Mailboxes created in bulk share a domain; so do the employees of one company.",
  hotel: "A campaign targets one hotel at a time; a nearby concert has the same effect.",
  collection: "One visit leads to one booking and perhaps a retry; a copied id leads to many.",
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
    meaning: `Time since the latest earlier attempt with the same ${identityNames[kind]}.`,
    missing: `The ${identityNames[kind]} did not occur in 30 days, or there is none.`,
    why: `${why[kind]} Attempts seconds apart are a burst.`,
    source: ["history", ...identitySources[kind]],
    compute: ({ history }) => history.sinceLastS[kind],
  }),
);

const whyFirstSeen: Readonly<Record<FirstSeenKind, string>> = {
  email: "Fraud comes with fresh mailboxes; a mailbox that booked a year ago is rarely a thief's.",
  phone:
    "Rented numbers are new to the merchant; a regular guest's number has been known for long.",
  device:
    "A browser profile made for fraud is new, or returns within days; a guest's device ages with its visits.",
  network:
    "Rented addresses are new to the merchant; the network of a region that sends guests is old. Weak alone.",
};

const firstSeen = firstSeenKinds.map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_first_seen_days`,
    type: "number",
    unit: "days",
    range: [0, velocityLimits.firstSeenMaxMs / dayMs],
    meaning: `Time since the project's first attempt with the same ${identityNames[kind]}, however long ago, up to two years; 0 for that first attempt.`,
    missing: `The attempt has no ${identityNames[kind]}, or the decision was made by a version that did not look for its first attempt.`,
    why: whyFirstSeen[kind],
    source: ["history", ...identitySources[kind]],
    compute: ({ history }) => history.firstSeenDays?.[kind] ?? null,
  }),
);

/**
 * Distinguishes a guest who returns on another day from one who tries again at once: with a count over
 * 30 days alone, a repeat within seconds would look like a loyal guest.
 */
const onEarlierDays = (["email", "phone", "booker", "name", "device"] as const).map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_attempts_before_24h`,
    type: "count",
    unit: "attempts",
    range: [0, sightingsPerIdentity],
    meaning: `Earlier attempts with the same ${identityNames[kind]} in 30d that are more than 24h old, among the newest ${sightingsPerIdentity}.`,
    missing: `The attempt has no ${identityNames[kind]}.`,
    why: "A regular guest has earlier days; a burst, or the same booking sent again, has none.",
    source: ["history", ...identitySources[kind]],
    compute: ({ history }) => {
      const counts = history.attempts[kind];
      return counts && counts[windowNames.indexOf("30d")]! - counts[windowNames.indexOf("24h")]!;
    },
  }),
);

const recordedTabs: readonly Omit<Feature, "group">[] = [
  {
    name: "hotel_tabs_seen_share_30d",
    type: "number",
    unit: "share",
    range: [0, 1],
    meaning: `Earlier attempts at the hotel in 30d, up to ${sightingsPerIdentity}, with a tab that the browser script recorded, or whose IP address was imported, among all of them.`,
    missing: "The hotel had no attempts in 30 days.",
    why: "Not a sign alone: it says what a missing tab means. Where all guests have one, an attempt without it bypassed the pages.",
    source: ["history"],
    compute: ({ history: { seenTabs: tabs } }) =>
      tabs && tabs.attempts > 0 ? tabs.seen / tabs.attempts : null,
  },
  {
    name: "hotel_attempts_without_tab_1h",
    type: "count",
    unit: "attempts",
    range: [0, sightingsPerIdentity],
    meaning: `Earlier attempts at the hotel in 1h without a tab that the browser script recorded, or whose IP address was imported, up to ${sightingsPerIdentity}.`,
    missing: "The decision was made by a version that did not count these attempts.",
    why: "A program that calls the checkout without its page does so repeatedly; a blocked script affects one guest.",
    source: ["history"],
    compute: ({ history }) => history.seenTabs?.unseen1h ?? null,
  },
  {
    name: "hotel_tabs_seen_share_1h",
    type: "number",
    unit: "share",
    range: [0, 1],
    meaning:
      "Earlier attempts at the hotel in 1h with a tab that the browser script recorded, or whose IP address was imported, among all of them.",
    missing:
      "The hotel had no attempts in the hour, or the decision was made by a version that did not count these attempts.",
    why: "Not a sign alone: where the last hour's guests have none either, the page's script failed, and a missing tab says little. Between guests with a tab it says more.",
    source: ["history"],
    compute: ({ history: { hourTabs, seenTabs } }) => {
      const all = hourTabs && seenTabs ? hourTabs.seen + seenTabs.unseen1h : 0;
      return hourTabs && all > 0 ? hourTabs.seen / all : null;
    },
  },
  {
    name: "hotel_same_stays_without_tab_1h",
    type: "count",
    unit: "attempts",
    range: [0, sightingsPerIdentity],
    meaning: `Earlier attempts at the hotel in 1h for the very same nights without a tab that the browser script recorded, or whose IP address was imported, up to ${sightingsPerIdentity}.`,
    missing: "The decision was made by a version that did not count these attempts.",
    why: "A program that calls the checkout without its page books the same nights again and again; when the page's script fails, guests still come for different ones.",
    source: ["history"],
    compute: ({ history }) => history.hourTabs?.unseenSameStay ?? null,
  },
];

export const velocity: readonly Feature[] = family("velocity", [
  ...attempts,
  ...sinceLast,
  ...firstSeen,
  ...recordedTabs,
  ...onEarlierDays,
]);
