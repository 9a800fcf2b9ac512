/**
 * The counting of `historyFacts` against a plain count, which stored decisions were once computed
 * by: the same facts, bit for bit.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { byOrder } from "../../storage/port/sighting.ts";
import {
  datedKinds,
  type FirstSeenKind,
  firstSeenKinds,
  type History,
  identityKinds,
  indexedKinds,
  type LinkedKind,
  linkedKinds,
  type OutcomeKind,
  outcomeKinds,
  reportedKinds,
  type Sighting,
  type Sightings,
  velocityLimits,
} from "../../storage/port/velocity.ts";
import {
  type AmountFacts,
  type AmountKind,
  amountBits,
  amountFacts,
  amountKinds,
} from "./amounts.ts";
import { type CardFacts, linkedCards, linksOfCard } from "./cards.ts";
import {
  type BurstKind,
  burstKinds,
  type DayTabs,
  type DeniedCounts,
  type HistoryFacts,
  type HourTabs,
  historyFacts,
  links,
  lookAlikes,
  overlapKinds,
  type PartyWindow,
  type PastOutcomes,
  partyWindows,
  type Replays,
  type SeenTabs,
  type Window,
  windowNames,
  windows,
} from "./facts.ts";

const hourMs = windows["1h"];
const dayMs = windows["24h"];
const partyKinds = ["email", "phone", "booker", "name", "surname"] as const;
const now = 1_800_000_000_000;

/** Few different ones, so that some are shared, and the edges of 32 bits. */
const identity = fc.constantFrom(1, 2, 3, 4, 5, 1, 2, 0, -1, 2 ** 31 - 1, -(2 ** 31), null);
const linked = fc.record(
  Object.fromEntries(linkedKinds.map((kind) => [kind, identity])) as Record<
    LinkedKind,
    typeof identity
  >,
);
const day = fc.constantFrom(20_000, 20_001, 20_003, null);
const age = fc.oneof(
  fc.integer({ min: 0, max: windows["30d"] }),
  fc.integer({ min: 0, max: dayMs }),
  fc.integer({ min: 0, max: hourMs }),
  fc.constantFrom(...windowNames.flatMap((name) => [windows[name], windows[name] - 1])),
);
const score = fc.constantFrom(null, 0, 74, 75, 76, 99);
/** In two currencies. */
const amount = fc.constantFrom(
  null,
  ...[1, 250, 10_000, 12_550, 999_999_999_999].flatMap((value) => [
    amountBits({ value, currency: "EUR" }),
    amountBits({ value, currency: "ZZZ" }),
  ]),
);
const sighting = fc
  .record({
    age,
    tie: fc.nat(5),
    checkIn: day,
    checkOut: day,
    linked,
    score,
    card: identity,
    amount,
  })
  .map(({ age, ...rest }): Sighting => ({ at: now - age, ...rest }));
/** An attempt is found once by each identity. */
const moment = ({ at, tie }: Sighting) => `${at} ${tie}`;
const ofKind = fc
  .uniqueArray(sighting, { maxLength: velocityLimits.sightingsPerIdentity, selector: moment })
  .map((all) => all.toSorted(byOrder));
const byKind = <Kind extends string, Value>(kinds: readonly Kind[], value: fc.Arbitrary<Value>) =>
  fc.record(
    Object.fromEntries(kinds.map((kind) => [kind, value])) as Record<Kind, fc.Arbitrary<Value>>,
    { requiredKeys: [] },
  );
const outcome = fc.record({
  fraud: fc.nat(5),
  legitimate: fc.nat(5),
  lastFraudAt: fc.option(fc.integer({ min: now - windows["30d"], max: now })),
  lastLegitimateAt: fc.option(
    fc.oneof(age, fc.constantFrom(dayMs, hourMs)).map((ago) => now - ago),
  ),
});
const history = fc.record({
  sightings: byKind(indexedKinds, ofKind),
  firstSeen: byKind(datedKinds, fc.integer({ min: now - 800 * dayMs, max: now })),
  outcomes: fc.option(byKind(reportedKinds, outcome)),
});

test("facts are those of a plain count, whatever the history, and as JSON the very same text", () => {
  fc.assert(
    fc.property(sighting, history, (one, known) => {
      const current = { ...one, at: now };
      const [facts, plain] = [historyFacts(current, known), plainFacts(current, known)];
      expect(facts).toEqual(plain);
      expect(JSON.stringify(facts)).toBe(JSON.stringify(plain));
    }),
    { numRuns: 300 },
  );
});

const many = fc.uniqueArray(sighting, { minLength: 300, maxLength: 700, selector: moment });

test("more sightings than are ever read are counted too", () => {
  fc.assert(
    fc.property(sighting, many, (one, all) => {
      const email = all.toSorted(byOrder);
      const known = { sightings: { email, device: email }, firstSeen: {}, outcomes: null };
      const current = { ...one, at: now };
      expect(historyFacts(current, known)).toEqual(plainFacts(current, known));
    }),
    { numRuns: 10 },
  );
});

/** The facts by their definitions: each list is gone through for each fact. */
function plainFacts(current: Sighting, history: History): HistoryFacts {
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
    dayTabs: dayTabs(sightings.hotel ?? [], current.at),
    sinceOldestS: sinceOldestS(sightings, current.at),
    ownSinceOldestS: Object.fromEntries(
      (["email", "phone", "booker", "device"] as const).map((kind) => {
        const oldest = sightings[kind]?.[0];
        return [kind, oldest ? (current.at - oldest.at) / 1000 : null];
      }),
    ) as NonNullable<HistoryFacts["ownSinceOldestS"]>,
    parties: current.linked.device === null ? null : parties(sightings.device ?? [], current),
    denied: denied(current, history),
    replays: replays(current, history),
    overlapping: overlaps(current, sightings),
    outcomes: pastOutcomes(current, outcomes),
    ...(current.card !== null && { card: card(current, history) }),
    ...(current.amount !== null && { amounts: amounts(current, sightings) }),
  };
}

function card(current: Sighting, { sightings, firstSeen, outcomes }: History): CardFacts {
  const { card: earlier = [] } = sightings;
  const { at } = current;
  const since = (window: Window) => earlier.filter((one) => one.at >= at - windows[window]);
  const firsts = [at, ...earlier.map((one) => one.at), firstSeen.card ?? at];
  const report = outcomes?.card;
  const after = report?.lastLegitimateAt ?? Number.NEGATIVE_INFINITY;
  const fraudAt = report?.lastFraudAt ?? null;
  return {
    attempts: windowNames.map((window) => since(window).length),
    sinceLastS:
      earlier.length === 0 ? null : (at - Math.max(...earlier.map((one) => one.at))) / 1000,
    firstSeenDays: Math.min(at - Math.min(...firsts), velocityLimits.firstSeenMaxMs) / dayMs,
    distinct: linksOfCard.map(({ of, window }) => {
      const all = [current, ...since(window)].map(({ linked }) => linked[of]);
      return current.linked[of] === null ? null : new Set(all.filter((one) => one !== null)).size;
    }),
    cards: linkedCards.map(({ by, window }) => {
      const others = (sightings[by] ?? []).filter((one) => one.at >= at - windows[window]);
      const all = [current, ...others].map((one) => one.card);
      return current.linked[by] === null ? null : new Set(all.filter((one) => one !== null)).size;
    }),
    denied: (["24h", "7d", "30d"] as const).map(
      (window) => since(window).filter((one) => (one.score ?? 0) >= 75 && one.at > after).length,
    ),
    outcomes: outcomes && {
      fraud: report?.fraud ?? 0,
      legitimate: report?.legitimate ?? 0,
      sinceFraudDays: fraudAt === null ? null : (at - fraudAt) / dayMs,
    },
  };
}

/** Which earlier attempts are compared; what is made of them is tested in amounts.test.ts. */
function amounts(current: Sighting, sightings: Sightings): AmountFacts {
  const only = (kind: AmountKind) => {
    const same = (sightings[kind] ?? []).filter((one) => {
      const isComparable =
        one.checkIn !== null && one.checkOut !== null && one.checkOut > one.checkIn;
      return one.amount !== null && one.amount >>> 17 === current.amount! >>> 17 && isComparable;
    });
    return [kind, amountFacts(current, { hotel: same }).hotel];
  };
  return Object.fromEntries(amountKinds.map(only)) as AmountFacts;
}

function replays({ linked }: Sighting, { sightings, firstSeen }: History): Replays | null {
  const { recording: earlier = [] } = sightings;
  const firsts = earlier.slice(0, 1).map(({ at }) => at);
  if (firstSeen.recording !== undefined) firsts.push(firstSeen.recording);
  if (firsts.length === 0) return null;
  const others = earlier
    .map((one) => one.linked.collection)
    .filter((id) => id !== linked.collection);
  return { collections: new Set(others).size, firstAt: Math.min(...firsts) };
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

function dayTabs(atHotel: readonly Sighting[], at: number): DayTabs {
  const ofDay = atHotel.slice(firstSince(atHotel, at - dayMs));
  const seen = ofDay.filter(({ linked }) => linked.ip !== null).length;
  return { seen, unseen: ofDay.length - seen };
}

function sinceOldestS(sightings: Sightings, at: number): Record<BurstKind, number | null> {
  const since = {} as Record<BurstKind, number | null>;
  for (const kind of burstKinds) {
    const times = (sightings[kind] ?? []).map((one) => one.at);
    since[kind] = times.length === 0 ? null : (at - Math.min(...times)) / 1000;
  }
  return since;
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

function denied(current: Sighting, history: History): DeniedCounts {
  const person = plainDenied(["email", "phone", "booker"], current, history);
  const samePerson = plainDenied(["email", "phone", "booker"], current, history, 2);
  const device = current.linked.device === null ? null : plainDenied(["device"], current, history);
  const ip = current.linked.ip === null ? null : plainDenied(["ip"], current, history);
  return { person, samePerson, device, ip };
}

/** Moments of denied attempts as texts, in a set for each window; with as much in common. */
function plainDenied(
  kinds: readonly (OutcomeKind | "ip")[],
  current: Sighting,
  history: History,
  shared = 1,
): number[] {
  const own = kinds.filter((kind) => current.linked[kind] !== null);
  const reports = own.map((kind) =>
    kind === "ip" ? null : (history.outcomes?.[kind]?.lastLegitimateAt ?? null),
  );
  return [1, 7, 30].map((days) => {
    const moments = new Set<string>();
    let counted = 0;
    for (const kind of own) {
      for (const { at, tie, score, linked, card } of history.sightings[kind] ?? []) {
        const isIn = at >= current.at - days * dayMs;
        const isEnded = reports.some((reportedAt) => reportedAt !== null && at <= reportedAt);
        if (score === null || score < 75 || !isIn || isEnded || moments.has(`${at} ${tie}`))
          continue;
        moments.add(`${at} ${tie}`);
        const { email, phone, booker, name, device } = current.linked;
        const same = [
          (email !== null && email === linked.email) || (name !== null && name === linked.name),
          phone !== null && phone === linked.phone,
          booker !== null && booker === linked.booker,
          device !== null && device === linked.device,
          current.card !== null && current.card === card,
        ];
        if (shared === 1 || same.filter(Boolean).length >= shared) counted += 1;
      }
    }
    return counted;
  });
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

const none = { fraud: 0, legitimate: 0, lastFraudAt: null, lastLegitimateAt: null };
