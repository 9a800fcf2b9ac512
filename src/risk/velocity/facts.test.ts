import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { noTraits, sightingOf } from "../../storage/port/sighting.ts";
import {
  type FirstSeen,
  firstSeenKinds,
  type Identities,
  identityKinds,
  type OutcomeCounts,
  outcomeKinds,
  type Sighting,
  type Sightings,
} from "../../storage/port/velocity.ts";
import {
  historyFacts,
  links,
  lookAlikes,
  type OverlapKind,
  overlapKinds,
  type Window,
  windowNames,
  windows,
} from "./facts.ts";

const now = 1_800_000_000_000;
const all: Identities = Object.fromEntries(identityKinds.map((kind, i) => [kind, 10 + i]));
const current = sightingOf(all, { ...noTraits, city: 99 }, { at: now, tie: 0 });
const seen = (agoMs: number, identities: Identities = {}): Sighting =>
  sightingOf(identities, noTraits, { at: now - agoMs, tie: 0 });

const factsOf = (of: Sighting, sightings: Sightings) =>
  historyFacts(of, { sightings, firstSeen: {}, outcomes: null });

/** In order of time, as the store gives them. */
const inOrder = (...sightings: Sighting[]) => sightings.sort((a, b) => a.at - b.at);
const attempts = (...sightings: Sighting[]) =>
  factsOf(current, { email: inOrder(...sightings) }).attempts.email;
const distinct = (of: string, by: string, window: Window, ...sightings: Sighting[]) => {
  const place = links.findIndex((one) => one.of === of && one.by === by && one.window === window);
  expect(place).toBeGreaterThanOrEqual(0);
  return factsOf(current, { [by]: inOrder(...sightings) }).distinct[place]!;
};

test("the windows are what their names say", () => {
  expect(windows).toEqual({
    "10m": 600_000,
    "1h": 3_600_000,
    "24h": 86_400_000,
    "7d": 604_800_000,
    "30d": 2_592_000_000,
  });
});

describe("without any history", () => {
  test("what the attempt has was seen 0 times, and never before", () => {
    const facts = factsOf(current, {});
    for (const kind of identityKinds) {
      expect(facts.attempts[kind]).toEqual([0, 0, 0, 0, 0]);
      expect(facts.sinceLastS[kind]).toBeNull();
    }
    expect(facts.distinct).toEqual(links.map(() => 1)); // The attempt's own.
  });

  test("what the attempt does not have is missing, not zero", () => {
    const facts = factsOf(sightingOf({ email: 1 }, noTraits, { at: now, tie: 0 }), {});
    expect(facts.attempts.email).toEqual([0, 0, 0, 0, 0]);
    for (const kind of identityKinds.filter((kind) => kind !== "email")) {
      expect(facts.attempts[kind]).toBeNull();
      expect(facts.sinceLastS[kind]).toBeNull();
    }
    // Each link is of two kinds, and this attempt has one.
    for (const [i, { of, by }] of links.entries()) {
      expect([of, by, facts.distinct[i]]).toEqual([of, by, null]);
    }
  });
});

describe("earlier attempts", () => {
  test.each(windowNames.map((name, place) => ({ name, place })))(
    "count in $name to its very edge",
    ({ name, place }) => {
      const ms = windows[name];
      expect(attempts(seen(ms))![place]).toBe(1);
      expect(attempts(seen(ms + 1))![place]).toBe(0);
      expect(attempts(seen(0))![place]).toBe(1);
    },
  );

  test("count in each window that they lie in", () => {
    const ages = [0, 599_999, 600_001, 3_600_001, 86_400_001, 604_800_001];
    expect(attempts(...ages.map((ms) => seen(ms)))).toEqual([2, 3, 4, 5, 6]);
  });

  test("the time since is that of the latest, in seconds", () => {
    const facts = factsOf(current, {
      email: inOrder(seen(90_500), seen(1500)),
      ip: [seen(0)],
    });
    expect(facts.sinceLastS.email).toBe(1.5);
    expect(facts.sinceLastS.ip).toBe(0);
    expect(facts.sinceLastS.phone).toBeNull();
  });

  test("of one identity say nothing of another", () => {
    const facts = factsOf(current, { email: [seen(1)] });
    expect(facts.attempts.phone).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("the age of an identity", () => {
  const dayMs = windows["24h"];
  const agesOf = (firstSeen: FirstSeen, sightings: Sightings = {}, of = current) =>
    historyFacts(of, { sightings, firstSeen, outcomes: null }).firstSeenDays;

  test("is zero at its first attempt, and missing where the attempt has no such identity", () => {
    expect(agesOf({})).toEqual({ email: 0, phone: 0, device: 0, network: 0 });
    const onlyEmail = sightingOf({ email: 1 }, noTraits, { at: now, tie: 0 });
    expect(agesOf({ phone: now - dayMs }, {}, onlyEmail)).toEqual({
      email: 0,
      phone: null,
      device: null,
      network: null,
    });
  });

  test("is in days, of each kind by itself, at most two years", () => {
    const ages = [0.5, 31, 730, 731];
    const first = firstSeenKinds.map((kind, i) => [kind, now - ages[i]! * dayMs]);
    expect(agesOf(Object.fromEntries(first))).toEqual({
      email: 0.5,
      phone: 31,
      device: 730,
      network: 730,
    });
  });

  test("counts attempts in flight, which no file has", () => {
    expect(agesOf({}, { email: [seen(1000)] })!.email).toBe(1000 / dayMs);
    expect(agesOf({ email: now - dayMs }, { email: [seen(1000)] })!.email).toBe(1);
    expect(agesOf({ email: now - 500 }, { email: [seen(1000)] })!.email).toBe(1000 / dayMs);
  });
});

describe("different ones", () => {
  test("this attempt's own is one of them", () => {
    expect(distinct("email", "device", "24h", seen(1, { email: 10 }))).toBe(1);
    expect(distinct("email", "device", "24h", seen(1, { email: 99 }))).toBe(2);
  });

  test("each counts once, and an absent one not at all", () => {
    const many = [1, 2, 2, 3, 3, 3].map((email, i) => seen(i, { email }));
    expect(distinct("email", "ip", "1h", ...many, seen(9, {}))).toBe(4);
  });

  test.each([
    ["email", "device", "24h"],
    ["email", "ip", "1h"],
    ["email", "booker", "30d"],
  ] as const)("%ss by %s in %s, to the very edge", (of, by, window) => {
    const other = { [of]: 99 };
    expect(distinct(of, by, window, seen(windows[window], other))).toBe(2);
    expect(distinct(of, by, window, seen(windows[window] + 1, other))).toBe(1);
  });

  test("are missing of an attempt that has none of its own, whatever others had", () => {
    const { device: _, ...without } = all;
    const facts = factsOf(sightingOf(without, noTraits, { at: now, tie: 0 }), {
      ip: [seen(2, { device: 5 }), seen(1, { device: 6 })],
    });
    const place = links.findIndex(({ of, by }) => of === "device" && by === "ip");
    expect(facts.distinct[place]).toBeNull();
  });
});

test("the counts are those of a plain count, whatever the history", () => {
  const ages = fc.array(
    fc.tuple(
      fc.oneof(
        fc.integer({ min: 0, max: windows["30d"] }),
        fc.constantFrom(...windowNames.flatMap((name) => [windows[name], windows[name] - 1])),
      ),
      fc.integer({ min: 0, max: 5 }),
    ),
    { maxLength: 128 },
  );
  fc.assert(
    fc.property(ages, (history) => {
      const sightings = inOrder(...history.map(([age, email]) => seen(age, { email })));
      const facts = factsOf(current, { device: sightings });
      expect(facts.attempts.device).toEqual(
        windowNames.map((name) => history.filter(([age]) => age <= windows[name]).length),
      );
      for (const [i, { of, by, window }] of links.entries()) {
        if (by !== "device" || of !== "email") continue;
        const within = history.filter(([age]) => age <= windows[window]);
        expect(facts.distinct[i]).toBe(new Set([10, ...within.map(([, email]) => email)]).size);
      }
    }),
  );
});

describe("cities", () => {
  const inCity = (city: number | null, agoMs = 1) =>
    sightingOf({}, { ...noTraits, city }, { at: now - agoMs, tie: 0 });

  test.each(["device", "email", "phone", "name"])("are told apart by %s", (by) => {
    expect(distinct("city", by, "30d", inCity(99))).toBe(1); // The attempt's own.
    expect(distinct("city", by, "30d", inCity(98), inCity(97), inCity(97, 2))).toBe(3);
    expect(distinct("city", by, "30d", inCity(null))).toBe(1);
    expect(distinct("city", by, "30d", inCity(98, windows["30d"] + 1))).toBe(1);
  });

  test("are missing where the attempt's own is not told", () => {
    const without = sightingOf(all, noTraits, { at: now, tie: 0 });
    const facts = factsOf(without, { email: [inCity(5)] });
    for (const [i, { of, by }] of links.entries()) {
      expect([of, by, facts.distinct[i]]).toEqual([of, by, (of as string) === "city" ? null : 1]);
    }
  });
});

test("each count of different ones looks at its own kind, and by its own", () => {
  for (const [i, { of, by, window }] of links.entries()) {
    const other = sightingOf(
      { [of]: 500 },
      { ...noTraits, city: (of as string) === "city" ? 500 : 99 },
      { at: now - windows[window], tie: 0 },
    );
    expect(factsOf(current, { [by]: [other] }).distinct[i]).toBe(2);
    const { [by]: _, ...rest } = Object.fromEntries(identityKinds.map((kind) => [kind, [other]]));
    expect(factsOf(current, rest).distinct[i]).toBe(1);
  }
});

describe("overlapping stays", () => {
  const stay = { ...noTraits, checkIn: 100, checkOut: 103 };
  const here = sightingOf(all, stay, { at: now, tie: 0 });
  const { hotel } = all;
  const at = (checkIn: number | null, checkOut: number | null, in_: number | undefined = 77) =>
    sightingOf(in_ ? { hotel: in_ } : {}, { ...noTraits, checkIn, checkOut }, { at: now, tie: 0 });
  const count = (...earlier: Sighting[]) => factsOf(here, { email: earlier }).overlapping.email;

  test.each([
    [100, 103, 1],
    [101, 102, 1], // within
    [99, 104, 1], // around
    [99, 101, 1], // over the first night
    [102, 105, 1], // over the last one
    [98, 100, 0], // leaves when this one comes
    [103, 105, 0], // comes when this one leaves
    [90, 95, 0],
    [110, 115, 0],
  ])("from day %i to %i of a stay from 100 to 103: %i", (checkIn, checkOut, overlaps) => {
    expect(count(at(checkIn, checkOut))).toBe(overlaps);
  });

  test("in the same hotel are one stay booked again", () => {
    expect(count(at(100, 103, hotel))).toBe(0);
    expect(count(at(100, 103, hotel), at(100, 103), at(101, 102))).toBe(2);
  });

  test("are not told of a stay that nobody noted", () => {
    expect(count(at(null, null), at(100, null), at(null, 103))).toBe(0);
    const unknown = sightingOf(all, noTraits, { at: now, tie: 0 });
    expect(factsOf(unknown, { email: [at(100, 103)] }).overlapping.email).toBe(0);
  });

  test("began in 1970 too", () => {
    const long = sightingOf(all, { ...noTraits, checkIn: 0, checkOut: 2 }, { at: now, tie: 0 });
    expect(factsOf(long, { email: [at(0, 1)] }).overlapping.email).toBe(1);
    expect(factsOf(long, { email: [at(-5, 0)] }).overlapping.email).toBe(0);
  });

  test("are by identity; of one that the attempt does not have they are missing", () => {
    const { device: _, ...without } = all;
    const facts = factsOf(sightingOf(without, stay, { at: now, tie: 0 }), {
      phone: [at(100, 103)],
      name: [at(100, 103), at(101, 103)],
    });
    expect(facts.overlapping).toEqual({ email: 0, phone: 1, name: 2, device: null });
    expect(Object.keys(facts.overlapping)).toEqual([...overlapKinds] as OverlapKind[]);
  });

  test("are those with a night in common, whatever the stays", () => {
    const nights = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);
    const day = fc.integer({ min: 0, max: 8 });
    const length = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(day, length, day, length, (from, long, other, otherLong) => {
        const one = { ...noTraits, checkIn: from, checkOut: from + long };
        const facts = factsOf(sightingOf(all, one, { at: now, tie: 0 }), {
          device: [at(other, other + otherLong)],
        });
        const shared = nights(from, long).some((night) => nights(other, otherLong).includes(night));
        expect(facts.overlapping.device).toBe(shared ? 1 : 0);
      }),
    );
  });
});

describe("past outcomes", () => {
  const dayMs = windows["24h"];
  const outcomesOf = (outcomes: OutcomeCounts | null, identities = all) =>
    historyFacts(sightingOf(identities, noTraits, { at: now, tie: 0 }), {
      sightings: {},
      firstSeen: {},
      outcomes,
    }).outcomes;

  test("are missing as a whole where none was ever reported", () => {
    expect(outcomesOf(null)).toBeNull();
  });

  test("are zero, of each kind, where others' were reported", () => {
    const zero = { fraud: 0, legitimate: 0, sinceFraudDays: null };
    expect(outcomesOf({})).toEqual(Object.fromEntries(outcomeKinds.map((k) => [k, zero])) as never);
  });

  test("are missing of an identity that the attempt does not have", () => {
    const { device: _, ...without } = all;
    const told = {
      device: { fraud: 1, legitimate: 1, lastFraudAt: now - 1, lastLegitimateAt: null },
    };
    const found = outcomesOf(told, without)!;
    expect(found.device).toBeNull();
    for (const kind of outcomeKinds.filter((kind) => kind !== "device")) {
      expect(found[kind]).toEqual({ fraud: 0, legitimate: 0, sinceFraudDays: null });
    }
    expect(outcomesOf({}, {})).toEqual(
      Object.fromEntries(outcomeKinds.map((k) => [k, null])) as never,
    );
  });

  test("are as counted, each kind its own, with the days since the latest fraud", () => {
    const told = Object.fromEntries(
      outcomeKinds.map((kind, i) => [
        kind,
        {
          fraud: i + 1,
          legitimate: 10 * i,
          lastFraudAt: now - (i + 0.5) * dayMs,
          lastLegitimateAt: null,
        },
      ]),
    );
    const found = outcomesOf(told)!;
    for (const [i, kind] of outcomeKinds.entries()) {
      expect(found[kind]).toEqual({
        fraud: i + 1,
        legitimate: 10 * i,
        sinceFraudDays: i + 0.5,
      });
    }
  });

  test("have no time since a fraud where all were legitimate", () => {
    const told = {
      email: { fraud: 0, legitimate: 3, lastFraudAt: null, lastLegitimateAt: now - 1 },
    };
    expect(outcomesOf(told)!.email).toEqual({ fraud: 0, legitimate: 3, sinceFraudDays: null });
  });
});

describe("look-alikes", () => {
  const own = sightingOf(all, { ...noTraits, look: 7 }, { at: now, tie: 0 });
  const like = (agoMs: number, look: number | null = 7, identities: Identities = {}) =>
    sightingOf(identities, { ...noTraits, look }, { at: now - agoMs, tie: 0 });
  const count = (by: string, window: Window, sightings: Sightings, of = own) => {
    const place = lookAlikes.findIndex((one) => one.by === by && one.window === window);
    expect(place).toBeGreaterThanOrEqual(0);
    return factsOf(of, sightings).lookAlike![place] as number | null;
  };

  test.each([...lookAlikes])("by $by in $window count to the very edge", ({ by, window }) => {
    const ms = windows[window];
    expect(count(by, window, { [by]: [like(ms)] })).toBe(1);
    expect(count(by, window, { [by]: [like(ms + 1)] })).toBe(0);
    expect(count(by, window, { [by]: [like(ms), like(ms), like(0)] })).toBe(3);
    expect(count(by, window, {})).toBe(0);
  });

  test("are those that look the same, and have the one thing in common", () => {
    for (const { by, window } of lookAlikes) {
      const seenBy = (...sightings: Sighting[]) => count(by, window, { [by]: sightings });
      expect(seenBy(like(3, 8), like(2, null), like(1))).toBe(1);
      const others = identityKinds.filter((kind) => kind !== by);
      const elsewhere = Object.fromEntries(others.map((kind) => [kind, [like(1)]]));
      expect(count(by, window, elsewhere)).toBe(0);
    }
  });

  test("are missing of an attempt whose browser was not seen, whatever others looked like", () => {
    const unseen = sightingOf(all, noTraits, { at: now, tie: 0 });
    const { lookAlike } = factsOf(unseen, { hotel: [like(1, null), like(1)] });
    expect(lookAlike).toEqual(lookAlikes.map(() => null));
  });

  test("are missing of an attempt without the thing in common", () => {
    const { network: _, ...without } = all;
    const of = sightingOf(without, { ...noTraits, look: 7 }, { at: now, tie: 0 });
    for (const { by, window } of lookAlikes) {
      expect([by, count(by, window, {}, of)]).toEqual([by, by === "network" ? null : 0]);
    }
  });

  test("are those of a plain count, whatever the history", () => {
    const age = fc.oneof(
      fc.integer({ min: 0, max: windows["30d"] }),
      fc.constantFrom(...Object.values(windows).flatMap((ms) => [ms - 1, ms, ms + 1])),
    );
    const past = fc.array(fc.tuple(age, fc.constantFrom(7, 8, null)), { maxLength: 128 });
    fc.assert(
      fc.property(past, (ages) => {
        const sightings = inOrder(...ages.map(([ago, look]) => like(ago, look)));
        for (const { by, window } of lookAlikes) {
          const expected = ages.filter(([ago, look]) => look === 7 && ago <= windows[window]);
          expect(count(by, window, { [by]: sightings })).toBe(expected.length);
        }
      }),
    );
  });
});

describe("seen tabs", () => {
  const tabs = (...sightings: Sighting[]) => factsOf(current, { hotel: sightings }).seenTabs;

  test("are attempts at the hotel with an address", () => {
    expect(tabs()).toEqual({ attempts: 0, seen: 0, unseen1h: 0 });
    expect(tabs(seen(3, { ip: 1 }), seen(2), seen(1, { ip: 0 }))).toEqual({
      attempts: 3,
      seen: 2,
      unseen1h: 1,
    });
    expect(factsOf(current, { email: [seen(1)] }).seenTabs).toEqual({
      attempts: 0,
      seen: 0,
      unseen1h: 0,
    });
  });

  test("without one count to the very edge of the hour", () => {
    const hour = windows["1h"];
    expect(tabs(seen(hour + 1))).toEqual({ attempts: 1, seen: 0, unseen1h: 0 });
    expect(tabs(seen(hour))).toEqual({ attempts: 1, seen: 0, unseen1h: 1 });
    expect(tabs(seen(0))).toEqual({ attempts: 1, seen: 0, unseen1h: 1 });
  });

  test("with a device or an id only, which nobody reported, are not seen", () => {
    expect(tabs(seen(1, { collection: 5, email: 6 }))).toMatchObject({ seen: 0, unseen1h: 1 });
  });
});

describe("the last hour's tabs", () => {
  const stay = { ...noTraits, checkIn: 20_000, checkOut: 20_002 };
  const of = sightingOf(all, stay, { at: now, tie: 0 });
  const guest = (agoMs: number, checkIn: number, identities: Identities = {}) =>
    sightingOf(identities, { ...stay, checkIn }, { at: now - agoMs, tie: 0 });
  const tabs = (...sightings: Sighting[]) => factsOf(of, { hotel: inOrder(...sightings) }).hourTabs;

  test("are those seen, and those not seen for the very same nights", () => {
    expect(tabs()).toEqual({ seen: 0, unseenSameStay: 0 });
    const others = [guest(5, 20_000), guest(4, 20_001), guest(3, 20_000, { ip: 1 })];
    expect(tabs(...others)).toEqual({ seen: 1, unseenSameStay: 1 });
  });

  test("count to the very edge of the hour", () => {
    const hour = windows["1h"];
    expect(tabs(guest(hour, 20_000))).toEqual({ seen: 0, unseenSameStay: 1 });
    expect(tabs(guest(hour + 1, 20_000))).toEqual({ seen: 0, unseenSameStay: 0 });
    expect(tabs(guest(hour + 1, 20_000, { ip: 1 }))).toEqual({ seen: 0, unseenSameStay: 0 });
  });

  test("an unknown stay is the same as none", () => {
    const unknown = seen(1);
    expect(factsOf(current, { hotel: [unknown] }).hourTabs).toEqual({
      seen: 0,
      unseenSameStay: 0,
    });
  });
});

describe("parties on a device", () => {
  const on = (agoMs: number, identities: Identities, surname: number | null = null) =>
    sightingOf(identities, { ...noTraits, surname }, { at: now - agoMs, tie: 0 });
  const own = on(0, { device: 1, email: 2, phone: 3, name: 4 }, 5);
  const parties = (...sightings: Sighting[]) =>
    factsOf(own, { device: inOrder(...sightings) }).parties;

  test("without another attempt are the attempt's own", () => {
    expect(parties()).toEqual({ "24h": 1, "30d": 1 });
    expect(factsOf(on(0, { email: 2 }), {}).parties).toBeNull();
  });

  test("are one where anything is shared", () => {
    const relatives = [on(5, { email: 2 }), on(4, { phone: 3 }), on(3, { name: 4 }), on(2, {}, 5)];
    expect(parties(...relatives)).toEqual({ "24h": 1, "30d": 1 });
    expect(parties(on(5, { email: 3, phone: 2 }, 4))).toEqual({ "24h": 2, "30d": 2 });
  });

  test("are one through others", () => {
    expect(parties(on(5, { email: 9, phone: 8 }), on(4, { email: 2, phone: 8 }))).toEqual({
      "24h": 1,
      "30d": 1,
    });
  });

  test("are many where nothing is shared, as far as each window reaches", () => {
    const strangers = Array.from({ length: 30 }, (_, i) =>
      on(i * 3_600_000, { email: 100 + i }, i),
    );
    expect(parties(...strangers)).toEqual({ "24h": 25, "30d": 30 }); // One has the own surname.
    expect(parties(on(windows["30d"], { email: 9 }), on(windows["30d"] + 1, { email: 8 }))).toEqual(
      {
        "24h": 1,
        "30d": 2,
      },
    );
  });
});

describe("denied attempts", () => {
  const own = sightingOf({ email: 1, phone: 2, booker: 3, device: 4 }, noTraits, {
    at: now,
    tie: 0,
  });
  const scored = (score: number | null, agoMs = 5, tie = 0): Sighting => ({
    ...sightingOf({}, noTraits, { at: now - agoMs, tie }),
    score,
  });
  const denied = (sightings: Sightings, outcomes: OutcomeCounts | null = null, of = own) =>
    historyFacts(of, { sightings, firstSeen: {}, outcomes }).denied!;
  const none = { person: [0, 0, 0], samePerson: [0, 0, 0], device: [0, 0, 0], ip: null };
  const guest = (agoMs: number) => ({
    fraud: 0,
    legitimate: 1,
    lastFraudAt: null,
    lastLegitimateAt: now - agoMs,
  });

  test("are those of the balanced cut-off or more; one without a score is none", () => {
    const email = [scored(null, 9), scored(74, 8), scored(75, 7), scored(99, 6), scored(0)];
    expect(denied({ email })).toEqual({ ...none, person: [2, 2, 2] });
    expect(denied({ device: email })).toEqual({ ...none, device: [2, 2, 2] });
  });

  test("are counted over each window, its edge included", () => {
    const phone = ["30d", "7d", "24h"].flatMap((window) => {
      const ms = windows[window as Window];
      return [scored(80, ms + 1), scored(80, ms)];
    });
    expect(denied({ phone }).person).toEqual([1, 3, 5]);
  });

  test("that share several of a person's identities are counted once", () => {
    const [a, b, c] = [scored(80, 9), scored(80, 5, 1), scored(80, 5, 2)];
    expect(denied({ email: [a, b], phone: [{ ...b }, c], booker: [{ ...a }, { ...c }] })).toEqual({
      ...none,
      person: [3, 3, 3],
    });
  });

  test("are none of other identities, nor of an identity that the attempt lacks", () => {
    const other = { name: [scored(80)], ip: [scored(80)], network: [scored(80)] };
    expect(denied(other)).toEqual(none);
    const bare = sightingOf({ email: 1 }, noTraits, { at: now, tie: 0 });
    const without = { phone: [scored(80)], device: [scored(80)] };
    expect(denied(without, null, bare)).toEqual({ ...none, device: null });
  });

  test("from an address are counted besides those of the device, and no report ends them", () => {
    const at = sightingOf({ device: 4, ip: 5 }, noTraits, { at: now, tie: 0 });
    const ip = [scored(80, 9), scored(80, windows["7d"])].reverse();
    expect(denied({ ip }, { device: guest(1) }, at)).toEqual({ ...none, ip: [1, 2, 2] });
  });

  test("end with the report of a genuine guest, and count again after it", () => {
    const email = [scored(80, 9), scored(80, 8), scored(80, 7)];
    expect(denied({ email }, { email: guest(8) }).person).toEqual([1, 1, 1]);
    expect(denied({ email }, { phone: guest(9), booker: guest(7) }).person).toEqual([0, 0, 0]);
    expect(denied({ email, device: email }, { device: guest(8) })).toEqual({
      ...none,
      person: [3, 3, 3],
      device: [1, 1, 1],
    });
    const fraud = { fraud: 1, legitimate: 0, lastFraudAt: now - 1, lastLegitimateAt: null };
    expect(denied({ email }, { email: fraud, hotel: guest(1) }).person).toEqual([3, 3, 3]);
  });

  describe("of the same person", () => {
    const all = { email: 1, phone: 2, booker: 3, name: 6, device: 4, card: 8 };
    const moment = { at: now, tie: 0 };
    const current = sightingOf(all, noTraits, moment);
    const other = (shared: Identities, agoMs = 5): Sighting => ({
      ...sightingOf(
        { ...elsewhere(all), ...shared },
        { ...noTraits, city: 1, look: 1, surname: 1 },
        { at: now - agoMs, tie: 0 },
      ),
      score: 80,
    });
    const elsewhere = (own: Identities) =>
      Object.fromEntries(Object.entries(own).map(([kind, identity]) => [kind, identity! + 100]));
    const samePerson = (sightings: Sightings, of = current) =>
      denied(sightings, null, of).samePerson;

    test("are not those with an e-mail address alone, whatever else the two have", () => {
      expect(samePerson({ email: [other({ email: 1 })] })).toEqual([0, 0, 0]);
      expect(denied({ email: [other({ email: 1 })] }, null, current).person).toEqual([1, 1, 1]);
      const shared = { ip: 5, network: 7, domain: 9, hotel: 9, collection: 10 };
      const traits = { ...noTraits, city: 1, look: 1, surname: 1 };
      const alike = sightingOf({ ...all, ...shared }, traits, moment);
      expect(samePerson({ email: [other({ email: 1, ...shared })] }, alike)).toEqual([0, 0, 0]);
    });

    test.each(["phone", "booker", "device", "card"] as const)(
      "are those with the %s as well",
      (kind) => {
        const email = [other({ email: 1, [kind]: all[kind] }, windows["24h"] + 1)];
        expect(samePerson({ email })).toEqual([0, 1, 1]);
        const { [kind]: _, ...lacking } = all;
        expect(samePerson({ email }, sightingOf(lacking, noTraits, moment))).toEqual([0, 0, 0]);
      },
    );

    test("are those with a name and a phone number or an account, not with a name and an e-mail address", () => {
      for (const kind of ["phone", "booker"] as const) {
        expect(samePerson({ [kind]: [other({ [kind]: all[kind], name: 6 })] })).toEqual([1, 1, 1]);
        expect(samePerson({ [kind]: [other({ [kind]: all[kind] })] })).toEqual([0, 0, 0]);
      }
      expect(samePerson({ email: [other({ email: 1, name: 6 })] })).toEqual([0, 0, 0]);
    });

    test("are none that share a device and a name, and nothing that names a person", () => {
      const alike = [other({ name: 6, device: 4 })];
      expect(denied({ name: alike, device: alike }, null, current)).toMatchObject({
        person: [0, 0, 0],
        samePerson: [0, 0, 0],
        device: [1, 1, 1],
      });
    });
  });
});

test("facts survive JSON as they are", () => {
  const facts = historyFacts(current, {
    sightings: { email: [seen(1500)] },
    firstSeen: { phone: now - 1500 },
    outcomes: { email: { fraud: 1, legitimate: 0, lastFraudAt: now - 1, lastLegitimateAt: null } },
  });
  expect(JSON.parse(JSON.stringify(facts))).toStrictEqual(facts);
});
