import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { sightingOf } from "../storage/sighting.ts";
import { type Identities, identityKinds, type Sighting } from "../storage/store.ts";
import { historyFacts, links, type Window, windowNames, windows } from "./facts.ts";

const now = 1_800_000_000_000;
const all: Identities = Object.fromEntries(identityKinds.map((kind, i) => [kind, 10 + i]));
const current = sightingOf(all, now, 0);
const seen = (agoMs: number, identities: Identities = {}): Sighting =>
  sightingOf(identities, now - agoMs, 0);

/** In order of time, as the store gives them. */
const inOrder = (...sightings: Sighting[]) => sightings.sort((a, b) => a.at - b.at);
const attempts = (...sightings: Sighting[]) =>
  historyFacts(current, { email: inOrder(...sightings) }).attempts.email;
const distinct = (of: string, by: string, window: Window, ...sightings: Sighting[]) => {
  const place = links.findIndex((one) => one.of === of && one.by === by && one.window === window);
  expect(place).toBeGreaterThanOrEqual(0);
  return historyFacts(current, { [by]: inOrder(...sightings) }).distinct[place]!;
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
    const facts = historyFacts(current, {});
    for (const kind of identityKinds) {
      expect(facts.attempts[kind]).toEqual([0, 0, 0, 0, 0]);
      expect(facts.sinceLastS[kind]).toBeNull();
    }
    expect(facts.distinct).toEqual(links.map(() => 1)); // The attempt's own.
  });

  test("what the attempt does not have is missing, not zero", () => {
    const facts = historyFacts(sightingOf({ email: 1 }, now, 0), {});
    expect(facts.attempts.email).toEqual([0, 0, 0, 0, 0]);
    for (const kind of identityKinds.filter((kind) => kind !== "email")) {
      expect(facts.attempts[kind]).toBeNull();
      expect(facts.sinceLastS[kind]).toBeNull();
    }
    for (const [i, { of, by }] of links.entries()) {
      const expected = by !== "email" ? null : (of as string) === "email" ? 1 : 0;
      expect(facts.distinct[i]).toBe(expected as number);
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
    const facts = historyFacts(current, {
      email: inOrder(seen(90_500), seen(1500)),
      ip: [seen(0)],
    });
    expect(facts.sinceLastS.email).toBe(1.5);
    expect(facts.sinceLastS.ip).toBe(0);
    expect(facts.sinceLastS.phone).toBeNull();
  });

  test("of one identity say nothing of another", () => {
    const facts = historyFacts(current, { email: [seen(1)] });
    expect(facts.attempts.phone).toEqual([0, 0, 0, 0, 0]);
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

  test("an attempt without the thing counts the others' only", () => {
    const { device: _, ...without } = all;
    const facts = historyFacts(sightingOf(without, now, 0), {
      ip: [seen(2, { device: 5 }), seen(1, { device: 6 })],
    });
    const place = links.findIndex(({ of, by }) => of === "device" && by === "ip");
    expect(facts.distinct[place]).toBe(2);
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
      const facts = historyFacts(current, { device: sightings });
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

test("facts survive JSON as they are", () => {
  const facts = historyFacts(current, { email: [seen(1500)] });
  expect(JSON.parse(JSON.stringify(facts))).toStrictEqual(facts);
});
