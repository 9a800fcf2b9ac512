/** Velocity, linked identities and past outcomes as numbers, as of the attempt. */
import {
  type FirstSeenKind,
  firstSeenKinds,
  type History,
  type IdentityKind,
  identityKinds,
  type LinkedKind,
  type OutcomeKind,
  outcomeKinds,
  type Sighting,
  type Sightings,
  velocityLimits,
} from "../storage/velocity.ts";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The windows that attempts are counted over, each ending at the attempt. */
export const windows = {
  "10m": 10 * minuteMs,
  "1h": hourMs,
  "24h": dayMs,
  "7d": 7 * dayMs,
  "30d": velocityLimits.windowMs,
} as const;
export type Window = keyof typeof windows;
export const windowNames = Object.keys(windows) as Window[];

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
] as const satisfies readonly { of: LinkedKind; by: IdentityKind; window: Window }[];

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

/** The outcomes reported for earlier attempts with one identity. */
export interface PastOutcomes {
  fraud: number;
  legitimate: number;
  /** Days since the latest fraud was reported; null where there was none. */
  sinceFraudDays: number | null;
}

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

/** The windows over which the unrelated parties on one device are counted. */
export const partyWindows = ["24h", "30d"] as const satisfies readonly Window[];
export type PartyWindow = (typeof partyWindows)[number];

/** What makes two attempts on one device those of one party: a person, a family or a company. */
const partyKinds = ["email", "phone", "booker", "name", "surname"] as const;

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
  /**
   * Parties with nothing in common, this attempt's included, that used its device; null: it has no
   * device. Absent from older decisions.
   */
  parties?: Record<PartyWindow, number> | null;
  /** Earlier attempts in 30 days at another hotel for some of the same nights; null: no identity. */
  overlapping: Record<OverlapKind, number | null>;
  /** By identity, null without it; null as a whole where no outcome was ever reported by then. */
  outcomes: Record<OutcomeKind, PastOutcomes | null> | null;
}

/**
 * Counts the earlier attempts and outcomes of the attempt's identities.
 *
 * @param current the attempt itself, which is not among the sightings.
 * @param history as of the attempt: nothing later, and no sighting older than 30 days.
 */
export function historyFacts(current: Sighting, history: History): HistoryFacts {
  const { sightings, outcomes } = history;
  const attempts = {} as HistoryFacts["attempts"];
  const sinceLastS = {} as HistoryFacts["sinceLastS"];
  for (const kind of identityKinds) {
    const earlier = current.linked[kind] === null ? null : (sightings[kind] ?? []);
    attempts[kind] = earlier && countByWindow(earlier, current.at);
    const last = earlier?.at(-1);
    sinceLastS[kind] = last ? (current.at - last.at) / 1000 : null;
  }
  const distinct = links.map(({ of, by, window }) => {
    const own = current.linked[of];
    if (own === null || current.linked[by] === null) return null;
    return countDistinct(sightings[by] ?? [], of, own, current.at - windows[window]);
  });
  const lookAlike = lookAlikes.map(({ by, window }) => {
    if (current.linked.look === null || current.linked[by] === null) return null;
    return countAlike(sightings[by] ?? [], current, windows[window]);
  });
  return {
    attempts,
    sinceLastS,
    firstSeenDays: firstSeenDays(current, history),
    distinct,
    lookAlike,
    seenTabs: seenTabs(sightings.hotel ?? [], current.at),
    hourTabs: hourTabs(sightings.hotel ?? [], current),
    parties: current.linked.device === null ? null : parties(sightings.device ?? [], current),
    overlapping: overlaps(current, sightings),
    outcomes: pastOutcomes(current, outcomes),
  };
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

function countAlike(earlier: readonly Sighting[], { at, linked }: Sighting, windowMs: number) {
  let alike = 0;
  for (let i = firstSince(earlier, at - windowMs); i < earlier.length; i++) {
    if (earlier[i]!.linked.look === linked.look) alike += 1;
  }
  return alike;
}

/** A recorded tab has an IP address; an id that was never reported has none. */
function seenTabs(atHotel: readonly Sighting[], at: number): SeenTabs {
  let seen = 0;
  let unseen1h = 0;
  for (const sighting of atHotel) {
    if (sighting.linked.ip !== null) seen += 1;
    else if (sighting.at >= at - hourMs) unseen1h += 1;
  }
  return { attempts: atHotel.length, seen, unseen1h };
}

function hourTabs(atHotel: readonly Sighting[], { at, checkIn, checkOut }: Sighting): HourTabs {
  let seen = 0;
  let unseenSameStay = 0;
  for (let i = firstSince(atHotel, at - hourMs); i < atHotel.length; i++) {
    const other = atHotel[i]!;
    if (other.linked.ip !== null) seen += 1;
    else if (checkIn !== null && other.checkIn === checkIn && other.checkOut === checkOut) {
      unseenSameStay += 1;
    }
  }
  return { seen, unseenSameStay };
}

function parties(onDevice: readonly Sighting[], current: Sighting): Record<PartyWindow, number> {
  const counted = {} as Record<PartyWindow, number>;
  for (const window of partyWindows) {
    const start = firstSince(onDevice, current.at - windows[window]);
    counted[window] = countParties([current, ...onDevice.slice(start)]);
  }
  return counted;
}

/** The attempts that are left when those with something in common, even through others, are one. */
function countParties(attempts: readonly Sighting[]): number {
  const first = new Map<string, number>();
  const party = attempts.map((_, i) => i);
  const rootOf = (of: number): number => {
    let root = of;
    while (party[root] !== root) root = party[root]!;
    return root;
  };
  for (const [i, { linked }] of attempts.entries()) {
    for (const kind of partyKinds) {
      if (linked[kind] === null) continue;
      const key = `${kind}${linked[kind]}`;
      const known = first.get(key);
      if (known === undefined) first.set(key, i);
      else party[rootOf(i)] = rootOf(known);
    }
  }
  return party.filter((root, i) => root === i).length;
}

/** How many of the sightings, which are in order of time, lie in each window. */
function countByWindow(earlier: readonly Sighting[], at: number): number[] {
  if (earlier.length === 0) return windowNames.map(() => 0);
  return windowNames.map((window) => earlier.length - firstSince(earlier, at - windows[window]));
}

function countDistinct(
  earlier: readonly Sighting[],
  of: LinkedKind,
  own: number,
  sinceMs: number,
): number {
  if (earlier.length === 0) return 1; // The most common case.
  const seen = new Set([own]);
  for (let i = firstSince(earlier, sinceMs); i < earlier.length; i++) {
    const identity = earlier[i]!.linked[of];
    if (identity !== null) seen.add(identity);
  }
  return seen.size;
}

/** Index of the first sighting at or after a time, by bisection. */
function firstSince(earlier: readonly Sighting[], sinceMs: number): number {
  let low = 0;
  let high = earlier.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (earlier[middle]!.at < sinceMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function overlaps(current: Sighting, sightings: Sightings): HistoryFacts["overlapping"] {
  const found = {} as HistoryFacts["overlapping"];
  for (const kind of overlapKinds) {
    if (current.linked[kind] === null) found[kind] = null;
    else found[kind] = (sightings[kind] ?? []).filter((one) => isElsewhere(one, current)).length;
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
    const { fraud, legitimate, lastFraudAt } = counts[kind] ?? none;
    const sinceFraudDays = lastFraudAt === null ? null : (current.at - lastFraudAt) / dayMs;
    found[kind] = current.linked[kind] === null ? null : { fraud, legitimate, sinceFraudDays };
  }
  return found;
}

const none = { fraud: 0, legitimate: 0, lastFraudAt: null };
