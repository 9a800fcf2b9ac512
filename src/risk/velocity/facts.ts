/** Velocity, linked identities and past outcomes as numbers, as of the attempt. */
import { dayMs, hourMs } from "../../base/durations.ts";
import { mergedInOrder } from "../../storage/port/sighting.ts";
import {
  type FirstSeenKind,
  firstSeenKinds,
  type History,
  type HotelDays,
  type IdentityKind,
  identityKinds,
  type LinkedKind,
  type OutcomeKind,
  outcomeKinds,
  type Sighting,
  type Sightings,
  velocityLimits,
} from "../../storage/port/velocity.ts";
import { type AmountFacts, amountFacts } from "./amounts.ts";
import { type CardFacts, cardFacts } from "./cards.ts";
import { distinctCounter } from "./distinct.ts";
import { deniedWindows, isDenied, type PastOutcomes, pastOutcomesOf } from "./past-answers.ts";
import { countByWindow, firstSince, type Window, windows } from "./windows.ts";

export { deniedScore, deniedWindows, type PastOutcomes } from "./past-answers.ts";
export { type Window, windowNames, windows, windowTexts } from "./windows.ts";

/** Linked identities: how many different `of` occurred with one `by`, over a window. */
export const links = [
  { of: "email", by: "device", window: "24h" },
  { of: "email", by: "device", window: "30d" },
  { of: "name", by: "device", window: "30d" },
  { of: "phone", by: "device", window: "30d" },
  { of: "ip", by: "device", window: "30d" },
  { of: "network", by: "device", window: "30d" },
  { of: "hotel", by: "device", window: "24h" },
  { of: "hotel", by: "device", window: "30d" },
  { of: "city", by: "device", window: "30d" },
  { of: "email", by: "ip", window: "1h" },
  { of: "email", by: "ip", window: "24h" },
  { of: "device", by: "ip", window: "24h" },
  { of: "email", by: "network", window: "24h" },
  { of: "email", by: "network", window: "30d" },
  { of: "device", by: "network", window: "24h" },
  { of: "hotel", by: "network", window: "7d" },
  { of: "email", by: "domain", window: "24h" },
  { of: "email", by: "domain", window: "30d" },
  { of: "name", by: "domain", window: "30d" },
  { of: "network", by: "domain", window: "30d" },
  { of: "name", by: "email", window: "30d" },
  { of: "phone", by: "email", window: "30d" },
  { of: "device", by: "email", window: "30d" },
  { of: "ip", by: "email", window: "24h" },
  { of: "hotel", by: "email", window: "24h" },
  { of: "city", by: "email", window: "30d" },
  { of: "email", by: "phone", window: "30d" },
  { of: "name", by: "phone", window: "30d" },
  { of: "device", by: "phone", window: "30d" },
  { of: "city", by: "phone", window: "30d" },
  { of: "email", by: "name", window: "30d" },
  { of: "city", by: "name", window: "30d" },
  { of: "email", by: "booker", window: "30d" },
  { of: "device", by: "booker", window: "30d" },
  { of: "device", by: "collection", window: "24h" },
  { of: "hotel", by: "phone", window: "24h" },
  { of: "hotel", by: "name", window: "24h" },
] as const satisfies readonly { of: LinkedKind; by: IdentityKind; window: Window }[];

const countDistinct = distinctCounter(links);

/** Earlier attempts with the same browser profile are counted among those with one of these. */
export const lookAlikes = [
  { by: "hotel", window: "1h" },
  { by: "hotel", window: "24h" },
  { by: "network", window: "24h" },
  { by: "domain", window: "24h" },
] as const satisfies readonly { by: IdentityKind; window: Window }[];

/** The identities by which stays at another hotel with a night in common are counted. */
export const overlapKinds = ["email", "phone", "name", "device"] as const;
export type OverlapKind = (typeof overlapKinds)[number];

/** How many of a hotel's earlier attempts have a tab that the browser script recorded. */
export interface SeenTabs {
  /** In 30 days: attempts, and those with a tab. */
  attempts: number;
  seen: number;
  /** In the last hour: attempts without one. */
  unseen1h: number;
}

/** Of a hotel's earlier attempts in the last hour. */
export interface HourTabs {
  /** Those with a tab that the browser script recorded. */
  seen: number;
  /** Those without one and for the very same nights. */
  unseenSameStay: number;
}

/** Of a hotel's earlier attempts in the last 24 hours. */
export interface DayTabs {
  /** Those with a tab that the browser script recorded, and those without. */
  seen: number;
  unseen: number;
}

/**
 * The identities whose last day is compared with their own month. Of a busy one only the newest
 * attempts are read, so the time that they span has to be known as well.
 */
export const burstKinds = ["ip", "network", "hotel"] as const satisfies readonly IdentityKind[];
export type BurstKind = (typeof burstKinds)[number];

/** The same of what a guest brings along. */
export const ownBurstKinds = [
  "email",
  "phone",
  "booker",
  "device",
] as const satisfies readonly IdentityKind[];
export type OwnBurstKind = (typeof ownBurstKinds)[number];

/** The windows over which the unrelated parties on one device are counted. */
export const partyWindows = ["24h", "30d"] as const satisfies readonly Window[];
export type PartyWindow = (typeof partyWindows)[number];

/** What makes two attempts on one device those of one party: a person, a family or a company. */
const partyKinds = ["email", "phone", "booker", "name", "surname"] as const;

/** Whoever shares one of these is taken for the same person. */
export const personKinds = ["email", "phone", "booker"] as const satisfies readonly OutcomeKind[];

/**
 * Anybody can attempt a booking with a guest's e-mail address and name, which are known together. Whoever tries
 * again has two of these in common with the attempt that was denied, or one and the card. An IP address is none, as
 * many share one.
 */
const samePersonTraits = [
  ["email", "name"],
  ["phone"],
  ["booker"],
  ["device"],
] as const satisfies readonly (readonly IdentityKind[])[];

/**
 * Earlier attempts that were answered with `deniedScore` or more, after the latest report of a genuine
 * guest with the same identity. In the order of `deniedWindows`.
 */
export interface DeniedCounts {
  /** With one or more of `personKinds`: each attempt once. */
  person: number[];
  /** Of these, those with two or more of `samePersonTraits`, or one and the card. Absent from older decisions. */
  samePerson?: number[];
  /** On the device, and from the IP address; null: the attempt has none. */
  device: number[] | null;
  ip: number[] | null;
}

/** Earlier attempts whose visit had the very same recorded input. */
export interface Replays {
  /** Different collections of theirs in 30 days, without this attempt's own. */
  collections: number;
  /** The first of these attempts, however long ago, Unix ms. */
  firstAt: number;
}

/** Stored with the decision, so that its features can be recomputed. */
export interface HistoryFacts {
  /** Earlier attempts by identity and window, in the order of `windowNames`; null: no identity. */
  attempts: Record<IdentityKind, number[] | null>;
  /** Seconds since the identity's latest earlier attempt; null where there was none. */
  sinceLastS: Record<IdentityKind, number | null>;
  /**
   * Days since the project's first attempt with the identity, at most 730; 0: this is the first one;
   * null: no identity. Absent from older decisions.
   */
  firstSeenDays?: Record<FirstSeenKind, number | null>;
  /** Different `of`, including this attempt's, in the order of `links`; null: it lacks one. */
  distinct: (number | null)[];
  /** In the order of `lookAlikes`; null: the attempt lacks one. Absent from older decisions. */
  lookAlike?: (number | null)[];
  /** At the attempt's hotel. Absent from older decisions. */
  seenTabs?: SeenTabs;
  /** At the attempt's hotel. Absent from older decisions. */
  hourTabs?: HourTabs;
  /** At the attempt's hotel. Absent from older decisions. */
  dayTabs?: DayTabs;
  /**
   * Seconds since the oldest of the attempts that were read; null where there was none. Absent from
   * older decisions.
   */
  sinceOldestS?: Record<BurstKind, number | null>;
  ownSinceOldestS?: Record<OwnBurstKind, number | null>;
  /**
   * Parties with nothing in common, this attempt's included, that used its device; null: it has no
   * device. Absent from older decisions.
   */
  parties?: Record<PartyWindow, number> | null;
  /** Absent from older decisions. */
  denied?: DeniedCounts;
  /** Null: there are none. Absent from older decisions. */
  replays?: Replays | null;
  /** Earlier attempts in 30 days at another hotel for some of the same nights; null: no identity. */
  overlapping: Record<OverlapKind, number | null>;
  /** By identity, null without it; null as a whole where no outcome was ever reported by then. */
  outcomes: Record<OutcomeKind, PastOutcomes | null> | null;
  /** Absent where no card was sent, and where no amount was. */
  card?: CardFacts;
  amounts?: AmountFacts;
  /** Absent where the project had no attempt on an earlier day, and from older decisions. */
  days?: HotelDays;
}

/**
 * Counts the earlier attempts and outcomes of the attempt's identities.
 *
 * @param current the attempt itself, which is not among the sightings.
 * @param history as of the attempt: nothing later, and no sighting older than 30 days.
 */
export function historyFacts(current: Sighting, history: History): HistoryFacts {
  const { sightings, outcomes } = history;
  const { linked, at } = current;
  const attempts = {} as HistoryFacts["attempts"];
  const sinceLastS = {} as HistoryFacts["sinceLastS"];
  for (const kind of identityKinds) {
    const earlier = linked[kind] === null ? null : (sightings[kind] ?? noSightings);
    attempts[kind] = earlier && countByWindow(earlier, at);
    const last = earlier?.at(-1);
    sinceLastS[kind] = last ? (at - last.at) / 1000 : null;
  }
  const [tabs, hour, day] = tabsAt(sightings.hotel ?? noSightings, current);
  const facts: HistoryFacts = {
    attempts,
    sinceLastS,
    firstSeenDays: firstSeenDays(current, history),
    distinct: countDistinct(current, sightings),
    lookAlike: lookAlikes.map(({ by, window }) => {
      if (linked.look === null || linked[by] === null) return null;
      return countAlike(sightings[by] ?? noSightings, current, windows[window]);
    }),
    seenTabs: tabs,
    hourTabs: hour,
    dayTabs: day,
    sinceOldestS: {
      ip: sinceOldestS(sightings.ip, at),
      network: sinceOldestS(sightings.network, at),
      hotel: sinceOldestS(sightings.hotel, at),
    },
    ownSinceOldestS: {
      email: sinceOldestS(sightings.email, at),
      phone: sinceOldestS(sightings.phone, at),
      booker: sinceOldestS(sightings.booker, at),
      device: sinceOldestS(sightings.device, at),
    },
    parties: linked.device === null ? null : countParties(sightings.device ?? noSightings, current),
    denied: deniedCounts(current, history),
    replays: replaysBefore(current, history),
    overlapping: overlaps(current, sightings),
    outcomes: pastOutcomes(current, outcomes),
  };
  // Few attempts have these: a spread of nothing into the literal takes 1 µs.
  if (current.card !== null) facts.card = cardFacts(current, history);
  if (current.amount !== null) facts.amounts = amountFacts(current, sightings);
  if (history.days) facts.days = history.days;
  return facts;
}

const noSightings: readonly Sighting[] = [];

function sinceOldestS(earlier: readonly Sighting[] | undefined, at: number): number | null {
  const oldest = earlier?.[0];
  return oldest ? (at - oldest.at) / 1000 : null;
}

/** The first of those on disk and of those in flight, which are among the sightings. */
function firstSeenDays(
  { at, linked }: Sighting,
  { sightings, firstSeen }: History,
): Record<FirstSeenKind, number | null> {
  const days = {} as Record<FirstSeenKind, number | null>;
  for (const kind of firstSeenKinds) {
    const first = Math.min(firstSeen[kind] ?? at, sightings[kind]?.[0]?.at ?? at);
    const ageMs = Math.min(at - first, velocityLimits.firstSeenMaxMs);
    days[kind] = linked[kind] === null ? null : ageMs / dayMs;
  }
  return days;
}

function replaysBefore({ linked }: Sighting, { sightings, firstSeen }: History): Replays | null {
  const earlier = sightings.recording ?? noSightings;
  const firstAt = Math.min(firstSeen.recording ?? never, earlier[0]?.at ?? never);
  if (firstAt === never) return null;
  const collections = new Set(earlier.map((one) => one.linked.collection));
  collections.delete(linked.collection);
  return { collections: collections.size, firstAt };
}

const never = Number.POSITIVE_INFINITY;

function countAlike(earlier: readonly Sighting[], { at, linked }: Sighting, windowMs: number) {
  let alike = 0;
  for (let i = firstSince(earlier, at - windowMs); i < earlier.length; i++) {
    if (earlier[i]!.linked.look === linked.look) alike += 1;
  }
  return alike;
}

/** A recorded tab has an IP address; an id that was never reported has none. */
function tabsAt(
  atHotel: readonly Sighting[],
  { at, checkIn, checkOut }: Sighting,
): [SeenTabs, HourTabs, DayTabs] {
  let before = 0;
  const seenOfDay = { seen: 0, unseen: 0 };
  let seen1h = 0;
  let unseen1h = 0;
  let unseenSameStay = 0;
  for (const other of atHotel) {
    const isSeen = other.linked.ip !== null;
    if (other.at >= at - dayMs) seenOfDay[isSeen ? "seen" : "unseen"] += 1;
    if (other.at < at - hourMs) before += isSeen ? 1 : 0;
    else if (isSeen) seen1h += 1;
    else {
      unseen1h += 1;
      const isSame = checkIn !== null && other.checkIn === checkIn && other.checkOut === checkOut;
      if (isSame) unseenSameStay += 1;
    }
  }
  return [
    { attempts: atHotel.length, seen: before + seen1h, unseen1h },
    { seen: seen1h, unseenSameStay },
    seenOfDay,
  ];
}

/**
 * The attempts that are left when those with something in common, even through others, are one: each
 * attempt begins as a party of its own, and joins those that it shares something with. Counted from
 * the newest to the oldest, so that the longer window continues where the shorter one ends.
 */
function countParties(
  onDevice: readonly Sighting[],
  current: Sighting,
): Record<PartyWindow, number> {
  const counted: Record<PartyWindow, number> = { "24h": 1, "30d": 1 };
  if (onDevice.length === 0) return counted; // The most common case.
  const groups = new Parties();
  groups.add(current);
  let next = onDevice.length;
  for (const window of partyWindows) {
    const start = firstSince(onDevice, current.at - windows[window]);
    while (next > start) groups.add(onDevice[--next]!);
    counted[window] = groups.count;
  }
  return counted;
}

/** Attempts joined to parties: a union of sets by what they share. */
class Parties {
  count = 0;
  /** The first attempt with each identity, by the kind's place in `partyKinds`. */
  readonly #first = partyKinds.map(() => new Map<number, number>());
  /** Of each attempt another one of its party; the party's last one has itself. */
  readonly #joined: number[] = [];

  add({ linked }: Sighting): void {
    const own = this.#joined.push(this.#joined.length) - 1;
    this.count += 1;
    for (let i = 0; i < partyKinds.length; i++) {
      const identity = linked[partyKinds[i]!];
      if (identity === null) continue;
      const known = this.#first[i]!.get(identity);
      if (known === undefined) this.#first[i]!.set(identity, own);
      else this.#join(own, known);
    }
  }

  #join(a: number, b: number): void {
    const [from, to] = [this.#lastOf(a), this.#lastOf(b)];
    if (from === to) return;
    this.#joined[from] = to;
    this.count -= 1;
  }

  #lastOf(attempt: number): number {
    let last = attempt;
    while (this.#joined[last] !== last) last = this.#joined[last]!;
    return last;
  }
}

/** Whose earlier attempts' scores the features of an attempt depend on. */
export const scoredKinds = [...personKinds, "device", "ip", "card"] as const;

const deviceKinds = ["device"] as const;
/** No outcomes are counted by address, so no report ends these: only time does. */
const ipKinds = ["ip"] as const;
const isReported = (kind: IdentityKind): kind is OutcomeKind =>
  (outcomeKinds as readonly IdentityKind[]).includes(kind);

/** Shared by all facts, which nobody changes. */
const noneDenied: number[] = deniedWindows.map(() => 0);

function deniedCounts(current: Sighting, history: History): DeniedCounts {
  const { at, linked } = current;
  const ofPerson = deniedWith(personKinds, current, history);
  const isSamePerson = (one: Sighting) => inCommon(one, current) >= 2;
  return {
    person: countDenied(ofPerson, at),
    samePerson: countDenied(ofPerson.filter(isSamePerson), at),
    device:
      linked.device === null ? null : countDenied(deniedWith(deviceKinds, current, history), at),
    ip: linked.ip === null ? null : countDenied(deniedWith(ipKinds, current, history), at),
  };
}

/** Ordered by time. One that shares several of the identities is there once. */
function deniedWith(
  kinds: readonly IdentityKind[],
  { linked }: Sighting,
  { sightings, outcomes }: History,
): readonly Sighting[] {
  let found = noSightings;
  let endedAt = Number.NEGATIVE_INFINITY;
  for (const kind of kinds) {
    if (linked[kind] === null) continue;
    const reported = isReported(kind) ? outcomes?.[kind] : undefined;
    endedAt = Math.max(endedAt, reported?.lastLegitimateAt ?? endedAt);
    const earlier = sightings[kind];
    if (earlier?.some(isDenied)) found = mergedInOrder(found, earlier.filter(isDenied));
  }
  return found.length === 0 ? found : found.filter((one) => one.at > endedAt);
}

/** In the order of `deniedWindows`. */
function countDenied(denied: readonly Sighting[], at: number): number[] {
  if (denied.length === 0) return noneDenied; // The most common case.
  return deniedWindows.map((window) => denied.length - firstSince(denied, at - windows[window]));
}

function inCommon(one: Sighting, current: Sighting): number {
  const isShared = (kind: IdentityKind) =>
    current.linked[kind] !== null && one.linked[kind] === current.linked[kind];
  const traits = samePersonTraits.filter((kinds) => kinds.some(isShared)).length;
  return current.card !== null && one.card === current.card ? traits + 1 : traits;
}

function overlaps(current: Sighting, sightings: Sightings): HistoryFacts["overlapping"] {
  const found = {} as HistoryFacts["overlapping"];
  for (const kind of overlapKinds) {
    let elsewhere = 0;
    for (const one of sightings[kind] ?? noSightings) if (isElsewhere(one, current)) elsewhere += 1;
    found[kind] = current.linked[kind] === null ? null : elsewhere;
  }
  return found;
}

/** Whether the stays exclude each other: another hotel, and a night in common. */
function isElsewhere(a: Sighting, b: Sighting): boolean {
  if (a.checkIn === null || a.checkOut === null || b.checkIn === null || b.checkOut === null) {
    return false;
  }
  return a.linked.hotel !== b.linked.hotel && a.checkIn < b.checkOut && b.checkIn < a.checkOut;
}

function pastOutcomes(current: Sighting, counts: History["outcomes"]): HistoryFacts["outcomes"] {
  if (counts === null) return null;
  const found = {} as Record<OutcomeKind, PastOutcomes | null>;
  for (const kind of outcomeKinds) {
    found[kind] = current.linked[kind] === null ? null : pastOutcomesOf(counts[kind], current.at);
  }
  return found;
}
