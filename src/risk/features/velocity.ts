/** Velocity: earlier attempts with the same e-mail address, phone, device …, as of the attempt. */
import { dayMs } from "../../base/durations.ts";
import {
  type FirstSeenKind,
  firstSeenKinds,
  type IdentityKind,
  velocityLimits,
} from "../../storage/port/velocity.ts";
import {
  deniedScore,
  deniedWindows,
  type HistoryFacts,
  type OwnBurstKind,
  personKinds,
  type Window,
  windowNames,
  windowTexts,
} from "../velocity/facts.ts";
import { type Feature, family } from "./feature.ts";
import { identityNames, identitySources } from "./identity-names.ts";
import {
  attemptsBeforeWeek,
  earlierAttempts,
  knownDays,
  type Party,
  parties,
  steadyText,
} from "./steady-attempts.ts";

const { sightingsPerIdentity } = velocityLimits;
const dayPlace = windowNames.indexOf("24h");
const monthPlace = windowNames.indexOf("30d");
const ratio = { type: "number", unit: "ratio", range: [0, sightingsPerIdentity] } as const;

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
        meaning: `Earlier attempts with the same ${identityNames[kind]} ${windowTexts[window]}, at most ${sightingsPerIdentity}.`,
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
    meaning: `Earlier attempts with the same ${identityNames[kind]} in the last 30 days that are more than 24 hours old, among the newest ${sightingsPerIdentity}.`,
    missing: `The attempt has no ${identityNames[kind]}.`,
    why: "A regular guest has earlier days; a burst, or the same booking sent again, has none.",
    source: ["history", ...identitySources[kind]],
    compute: ({ history }) => {
      const counts = history.attempts[kind];
      return counts && counts[windowNames.indexOf("30d")]! - counts[windowNames.indexOf("24h")]!;
    },
  }),
);

/**
 * An address that serves a hotel's lobby, an office or a carrier's customers is as busy today as it was
 * last month; one from which a farm books is busy only now.
 */
const bursts: readonly Omit<Feature, "group">[] = [
  ...(["person", "device"] as const).map(
    (party): Omit<Feature, "group"> => ({
      name: `${party}_burst_24h`,
      ...ratio,
      meaning: `Earlier attempts with the same ${parties[party].name} in the last 24 hours, divided by five more than their mean number per day before, both of the newest ${sightingsPerIdentity} in 30 days: of the identity that has most.`,
      missing:
        "The attempt has none, or the decision was made by a version that did not compare the two.",
      why: "A kiosk or a travel agent is busy every day; a device, a mailbox or a number of a fraud ring is busy when the ring starts.",
      source: ["history", ...(party === "person" ? [] : identitySources.device)],
      compute: ({ history }) => {
        let most: number | null = null;
        for (const kind of parties[party].kinds) {
          const own = ownBurst(history, kind);
          if (own !== null && (most === null || own > most)) most = own;
        }
        return most;
      },
    }),
  ),
  ...(["ip", "network"] as const).map(
    (kind): Omit<Feature, "group"> => ({
      name: `${kind}_burst_24h`,
      ...ratio,
      meaning: `Earlier attempts with the same ${identityNames[kind]} in the last 24 hours, divided by five more than their mean number per day before, both of the newest ${sightingsPerIdentity} in 30 days; 1 where these are all in the last 24 hours.`,
      missing: `The attempt has no ${identityNames[kind]}, or the decision was made by a version that did not compare the two.`,
      why: "A shared address is busy every day; a fraud ring's address becomes busy when the ring starts.",
      source: ["history", ...identitySources[kind]],
      compute: ({ history: { attempts: all, sinceOldestS } }) => {
        const counts = all[kind];
        if (!counts || !sinceOldestS) return null;
        const day = counts[dayPlace]!;
        return burst(day, counts[monthPlace]! - day, counts[monthPlace]!, sinceOldestS[kind]);
      },
    }),
  ),
  {
    name: "hotel_burst_without_tab_24h",
    ...ratio,
    meaning: `Earlier attempts at the hotel in the last 24 hours without a tab that the browser script recorded, divided by five more than their mean number per day before, both of the newest ${sightingsPerIdentity} in the last 30 days; 1 where these are all in the last 24 hours.`,
    missing:
      "The decision was made by a version that did not count the day's attempts without a tab.",
    why: "Where no page has the script, every attempt is without a tab and the ratio is low. A program that calls the checkout without its page raises it for days.",
    source: ["history"],
    compute: ({ history: { seenTabs, dayTabs, sinceOldestS } }) => {
      if (!seenTabs || !dayTabs || !sinceOldestS) return null;
      const before = seenTabs.attempts - seenTabs.seen - dayTabs.unseen;
      return burst(dayTabs.unseen, before, seenTabs.attempts, sinceOldestS.hotel);
    },
  },
];

function ownBurst(
  { attempts: all, ownSinceOldestS }: HistoryFacts,
  kind: OwnBurstKind,
): number | null {
  const counts = all[kind];
  if (!counts || !ownSinceOldestS) return null;
  const [day, month] = [counts[dayPlace]!, counts[monthPlace]!];
  // No person and no kiosk is that busy every day.
  if (month === sightingsPerIdentity && day === month) return day / fewADay;
  return burst(day, month - day, month, ownSinceOldestS[kind]);
}

/** A family or an office books a few times in a day that it never did before: that is no burst. */
const fewADay = 5;

/**
 * @param read how many attempts were read. If these are as many as are ever read, they may reach back
 *   less than 30 days, to the oldest one; if less than a day, nothing is known of the days before.
 */
function burst(day: number, before: number, read: number, sinceOldestS: number | null): number {
  const isWhole = read < sightingsPerIdentity || sinceOldestS === null;
  const days = (isWhole ? velocityLimits.windowMs : sinceOldestS * 1000) / dayMs - 1;
  return days > 0 ? day / (fewADay + before / Math.max(days, 1 / 24)) : 1;
}

/** Zero where no id was sent, so that inventing one never looks better than sending none. */
const uses: Omit<Feature, "group"> = {
  name: "tab_attempts_30d",
  type: "count",
  unit: "attempts",
  range: [0, sightingsPerIdentity],
  meaning: `Earlier attempts with the same collection id in the last 30 days, at most ${sightingsPerIdentity}; 0 where none was sent.`,
  missing: null,
  why: "One visit leads to one booking and perhaps a retry; a copied or an invented id leads to many.",
  source: ["history"],
  compute: ({ history }) => history.attempts.collection?.[monthPlace] ?? 0,
};

/** Zero where nothing is known of the visit's input, so that sending none never looks worse or better. */
const replayed: Omit<Feature, "group"> = {
  name: "replayed_visits",
  type: "count",
  unit: "visits",
  range: [0, sightingsPerIdentity],
  meaning: `Other collections of earlier attempts in the last 30 days with the very same typing, path of the pointer or swipes, at most ${sightingsPerIdentity}; at least 1 where such an attempt, however long ago, was made before this collection began; 0 without any, and for decisions of a version that did not compare them.`,
  missing: null,
  why: "No two visits are alike to the millisecond and the pixel: one of them is a recording of the other. Whoever changes each piece of a recording is not recognised.",
  source: ["history"],
  compute: ({ history: { replays }, collection }) => {
    if (!replays) return 0;
    const begins = collection?.firstAt ?? 0;
    return Math.max(replays.collections, replays.firstAt < begins ? 1 : 0);
  },
};

const recordedTabs: readonly Omit<Feature, "group">[] = [
  {
    name: "hotel_tabs_seen_share_30d",
    type: "number",
    unit: "share",
    range: [0, 1],
    meaning: `Earlier attempts at the hotel in the last 30 days, at most ${sightingsPerIdentity}, with a tab that the browser script recorded, or whose IP address was imported, among all of them.`,
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
    meaning: `Earlier attempts at the hotel in the last hour without a tab that the browser script recorded, or whose IP address was imported, at most ${sightingsPerIdentity}.`,
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
      "Earlier attempts at the hotel in the last hour with a tab that the browser script recorded, or whose IP address was imported, among all of them.",
    missing:
      "The hotel had no attempts in the hour, or the decision was made by a version that did not count these attempts.",
    why: "Not a sign alone: where the last hour's guests have none either, the page's script failed, and a missing tab says little. Between guests with a tab it says more.",
    source: ["history"],
    compute: ({ history: { hourTabs, seenTabs } }) => {
      const all = hourTabs && seenTabs ? hourTabs.seen + seenTabs.unseen1h : 0;
      return hourTabs && all > 0 ? hourTabs.seen / all : null;
    },
  },
  ...(
    [
      ["1h", "hourTabs"],
      ["24h", "dayTabs"],
      ["30d", "seenTabs"],
    ] as const
  ).map(
    ([window, tabs]): Omit<Feature, "group"> => ({
      name: `hotel_tabs_seen_${window}`,
      type: "count",
      unit: "attempts",
      range: [0, sightingsPerIdentity],
      meaning: `Earlier attempts at the hotel ${windowTexts[window]} with a tab that the browser script recorded, or whose IP address was imported, at most ${sightingsPerIdentity}.`,
      missing: "The decision was made by a version that did not count these attempts.",
      why: "Not a sign alone: it says what a missing tab means. While other guests have one, the page's script works, and an attempt without a tab bypassed it.",
      source: ["history"],
      compute: ({ history }) => history[tabs]?.seen ?? null,
    }),
  ),
  {
    name: "hotel_same_stays_without_tab_1h",
    type: "count",
    unit: "attempts",
    range: [0, sightingsPerIdentity],
    meaning: `Earlier attempts at the hotel in the last hour for the very same nights without a tab that the browser script recorded, or whose IP address was imported, at most ${sightingsPerIdentity}.`,
    missing: "The decision was made by a version that did not count these attempts.",
    why: "A program that calls the checkout without its page books the same nights again and again; when the page's script fails, guests still come for different ones.",
    source: ["history"],
    compute: ({ history }) => history.hourTabs?.unseenSameStay ?? null,
  },
];

const uncounted = "the decision was made by a version that did not count these attempts";

/**
 * The decisions of an attempt's past are evidence of their own: with counts of attempts alone, somebody
 * who tries again after a denial looks like a guest who books twice.
 */
const denied: readonly Omit<Feature, "group">[] = [
  ...deniedWindows.map(
    (window, place): Omit<Feature, "group"> => ({
      name: `person_denied_${window}`,
      type: "count",
      unit: "attempts",
      range: [0, personKinds.length * sightingsPerIdentity],
      meaning: `Earlier attempts with the same e-mail address, phone number or booker reference ${windowTexts[window]} that were answered with a score of ${deniedScore} or higher, each counted once, at most ${sightingsPerIdentity} by each; only those after the latest report of a genuine guest by one of the three. One still being decided has no score and is not counted, nor is one of a version that did not keep its score.`,
      missing: `T${uncounted.slice(1)}.`,
      why: "Whoever is denied tries again with another card or another name, and keeps the mailbox or the number. A genuine guest who was denied does so too, once or twice.",
      source: ["history"],
      compute: ({ history }) => history.denied?.person[place] ?? null,
    }),
  ),
  ...deniedWindows.map(
    (window, place): Omit<Feature, "group"> => ({
      name: `ip_denied_${window}`,
      type: "count",
      unit: "attempts",
      range: [0, sightingsPerIdentity],
      meaning: `Earlier attempts from the same IP address ${windowTexts[window]} that were answered with a score of ${deniedScore} or higher, at most ${sightingsPerIdentity}. One still being decided has no score and is not counted, nor is one of a version that did not keep its score.`,
      missing: `The attempt has no IP address, or ${uncounted}.`,
      why: "A farm keeps its connection when it changes everything else. A hotel's lobby, an office or a carrier has somebody else's denials, now and then.",
      source: ["history", ...identitySources.ip],
      compute: ({ history }) => history.denied?.ip?.[place] ?? null,
    }),
  ),
  ...deniedWindows.map(
    (window, place): Omit<Feature, "group"> => ({
      name: `device_denied_${window}`,
      type: "count",
      unit: "attempts",
      range: [0, sightingsPerIdentity],
      meaning: `Earlier attempts on the same device ${windowTexts[window]} that were answered with a score of ${deniedScore} or higher, at most ${sightingsPerIdentity}; only those after the latest report of a genuine guest on it. One still being decided has no score and is not counted, nor is one of a version that did not keep its score.`,
      missing: `The attempt has no device, or ${uncounted}.`,
      why: "Whoever is denied comes back from the same device with another mailbox and number. A kiosk or a shared computer has somebody else's denials.",
      source: ["history", ...identitySources.device],
      compute: ({ history }) => history.denied?.device?.[place] ?? null,
    }),
  ),
];

/**
 * A travel agent books for many clients, and a count of denials would deny the next client because of the
 * one before, and so on. Only bookings of earlier days stand against denials: whoever is denied now cannot
 * make up for it by trying more today. More than one denial a day counts no more than one, and after a week a
 * denial says nothing any more: otherwise a kiosk that once was denied often would never get out of it.
 */
const ratioDays = { "24h": 1, "7d": 7 } as const;

const denialRatios: readonly Omit<Feature, "group">[] = (["24h", "7d"] as const).flatMap((window) =>
  (["person", "device"] as const).map(
    (party): Omit<Feature, "group"> => ({
      ...denialRatio(party, window, earlierAttempts),
      name: `${party}_denial_ratio_${window}`,
      meaning: `The count of ${party}_denied_${window}, at most one for each day, divided by one more than ${steadyText(party)}. Of an identity first seen ${knownDays} days ago or earlier, those denied count as well.`,
    }),
  ),
);

const beforeWeek = (party: Party) =>
  `at most one for each day, divided by one more than the attempts that are older than 7 days, denied or not, of the newest ${sightingsPerIdentity} in the last 30 days with the same ${parties[party].name}: by the identity that has most. Of an identity with ${sightingsPerIdentity} of them, those older than 24 hours that scored below ${deniedScore}, or all of them if it was first seen ${knownDays} days ago or earlier.`;

/**
 * The ratios above are lowered by an attempt of two days ago, even if it came after the denial. Against
 * these stands only what is older than every denial that counts; a kiosk or an agency that is so busy that
 * its week is not read would never get out of its denials by that.
 */
const denialRatiosBeforeWeek: readonly Omit<Feature, "group">[] = (["24h", "7d"] as const).flatMap(
  (window) => [
    ...(["person", "device"] as const).map(
      (party): Omit<Feature, "group"> => ({
        ...denialRatio(party, window, attemptsBeforeWeek),
        name: `${party}_denial_ratio_${window}_before_7d`,
        meaning: `The count of ${party}_denied_${window}, ${beforeWeek(party)}`,
      }),
    ),
    {
      ...denialRatio("person", window, attemptsBeforeWeek, "samePerson"),
      name: `same_person_denial_ratio_${window}`,
      meaning: `The attempts that person_denied_${window} counts and that have two or more of these in common with this one (e-mail address or name, phone number, booker reference, device, card), ${beforeWeek("person")}`,
    },
  ],
);

/**
 * @param earlierOf the attempts that stand against the denials.
 * @param counted the denials, in place of the party's.
 */
function denialRatio(
  party: Party,
  window: keyof typeof ratioDays,
  earlierOf: (history: HistoryFacts, party: Party) => number,
  counted: "samePerson" | Party = party,
): Omit<Feature, "group" | "name" | "meaning"> {
  return {
    ...ratio,
    range: [0, ratioDays[window]],
    missing:
      party === "person"
        ? `T${uncounted.slice(1)}.`
        : `The attempt has no ${party}, or ${uncounted}.`,
    why: "Whoever was denied and has no past is likely to be fraudulent again; a travel agent or a kiosk is denied now and then, among many bookings of earlier days.",
    source: ["history", ...(party === "person" ? [] : identitySources.device)],
    compute: ({ history }) => {
      const denied = history.denied?.[counted]?.[deniedWindows.indexOf(window)];
      if (denied === undefined) return null;
      if (denied === 0) return 0; // The most common case.
      return Math.min(denied, ratioDays[window]) / (1 + earlierOf(history, party));
    },
  };
}

export const velocity: readonly Feature[] = family("velocity", [
  ...attempts,
  ...sinceLast,
  ...firstSeen,
  ...recordedTabs,
  ...onEarlierDays,
  ...bursts,
  uses,
  replayed,
  ...denied,
  ...denialRatios,
  ...denialRatiosBeforeWeek,
]);
