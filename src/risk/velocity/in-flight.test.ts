import { describe, expect, test } from "bun:test";
import { noTraits, sightingOf } from "../../storage/port/sighting.ts";
import type { Identities, Sighting } from "../../storage/port/velocity.ts";
import { InFlight, mergeSightings, type OpenAttempt } from "./in-flight.ts";

const open = (identities: Identities, at: number, tie = 0): OpenAttempt => ({
  identities,
  sighting: sightingOf(identities, noTraits, { at, tie }),
});
const seen = (at: number, tie = 0, identities: Identities = { email: 1 }): Sighting =>
  sightingOf(identities, noTraits, { at, tie });
const ats = (sightings: readonly Sighting[] | undefined) => sightings?.map(({ at }) => at);

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) =>
    permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]),
  );
}

describe("attempts under way", () => {
  test("of fifty at once each sees those opened before it, in whichever order they ask", () => {
    const inFlight = new InFlight();
    const attempts = Array.from({ length: 50 }, (_, i) =>
      open({ email: 1, phone: 100 + i }, 1000 + (i >> 2), i),
    );
    for (const attempt of attempts) inFlight.add(attempt);
    for (const i of [49, 0, 25, 1, 48]) {
      const found = inFlight.before(attempts[i]!);
      expect(found.email ?? []).toEqual(attempts.slice(0, i).map(({ sighting }) => sighting));
      expect(found.phone).toBeUndefined();
    }
  });

  test("are found by the identities that they share, and by no others", () => {
    const inFlight = new InFlight();
    inFlight.add(open({ email: 1, ip: 2 }, 1));
    inFlight.add(open({ email: 3, ip: 2 }, 2));
    inFlight.add(open({ email: 3, ip: 4 }, 3));
    const found = inFlight.before(open({ email: 3, ip: 2, device: 9 }, 4));
    expect(ats(found.email)).toEqual([2, 3]);
    expect(ats(found.ip)).toEqual([1, 2]);
    expect(Object.keys(found).sort()).toEqual(["email", "ip"]);
  });

  test("are none of its own, none later, and none once they are done", () => {
    const inFlight = new InFlight();
    const first = open({ email: 1 }, 5, 1);
    const second = open({ email: 1 }, 5, 2);
    inFlight.add(first);
    inFlight.add(second);
    expect(inFlight.before(first)).toEqual({});
    expect(ats(inFlight.before(second).email)).toEqual([5]);
    inFlight.remove(first);
    expect(inFlight.before(second)).toEqual({});
    inFlight.remove(first); // A second time does no harm.
    inFlight.remove(second);
    expect(inFlight.before(open({ email: 1 }, 9))).toEqual({});
  });

  test("are in the order of their opening, in whichever order they come", () => {
    const all = [1, 2, 3, 4].map((at) => open({ email: 1 }, at));
    const last = open({ email: 1 }, 9);
    for (const order of permutations(all)) {
      const inFlight = new InFlight();
      for (const [i, attempt] of order.entries()) {
        inFlight.add(attempt);
        const added = order.slice(0, i + 1).map(({ sighting }) => sighting.at);
        expect(ats(inFlight.before(last).email)).toEqual(added.toSorted());
      }
      for (const [i, attempt] of order.entries()) {
        inFlight.remove(attempt);
        const left = order.slice(i + 1).map(({ sighting }) => sighting.at);
        expect(ats(inFlight.before(last).email) ?? []).toEqual(left.toSorted());
      }
    }
  });

  test("are not those that were opened later, even where there is only one", () => {
    const inFlight = new InFlight();
    inFlight.add(open({ email: 1 }, 5, 1));
    expect(inFlight.before(open({ email: 1 }, 4))).toEqual({});
    expect(inFlight.before(open({ email: 1 }, 5, 0))).toEqual({});
    expect(ats(inFlight.before(open({ email: 1 }, 5, 2)).email)).toEqual([5]);
    inFlight.add(open({ email: 1 }, 6));
    expect(inFlight.before(open({ email: 1 }, 4))).toEqual({});
  });

  test("are the newest 128 of an identity", () => {
    const inFlight = new InFlight();
    for (let at = 1; at <= 130; at++) inFlight.add(open({ email: 1 }, at));
    const found = ats(inFlight.before(open({ email: 1 }, 130)).email)!;
    expect([found.length, found[0], found.at(-1)]).toEqual([128, 2, 129]);
  });

  test("what one asker was given does not change under it", () => {
    const inFlight = new InFlight();
    const first = open({ email: 1 }, 1);
    inFlight.add(first);
    const found = inFlight.before(open({ email: 1 }, 9));
    inFlight.add(open({ email: 1 }, 2));
    inFlight.remove(first);
    expect(ats(found.email)).toEqual([1]);
  });
});

describe("mergeSightings", () => {
  test("has each attempt once, in order", () => {
    const merged = mergeSightings(
      { email: [seen(1), seen(2), seen(4, 1)], phone: [seen(3)] },
      { email: [seen(2), seen(3), seen(4, 0), seen(4, 1)], ip: [seen(9)] },
    );
    expect(merged.email?.map(({ at, tie }) => [at, tie])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [4, 1],
    ]);
    expect(ats(merged.phone)).toEqual([3]);
    expect(ats(merged.ip)).toEqual([9]);
  });

  test("keeps the newest 128 of an identity", () => {
    const stored = Array.from({ length: 128 }, (_, i) => seen(i));
    const merged = mergeSightings({ email: stored }, { email: [seen(200), seen(201)] });
    expect(merged.email).toHaveLength(128);
    expect(merged.email?.[0]?.at).toBe(2);
    expect(merged.email?.at(-1)?.at).toBe(201);
    const flood = Array.from({ length: 300 }, (_, i) => seen(i));
    expect(mergeSightings({}, { ip: flood }).ip).toHaveLength(128);
  });

  test("leaves what it was given alone", () => {
    const stored = { email: [seen(1)] };
    const under = { email: [seen(0)] };
    mergeSightings(stored, under);
    expect([stored, under]).toEqual([{ email: [seen(1)] }, { email: [seen(0)] }]);
    expect(mergeSightings({}, {})).toEqual({});
  });
});
