import type { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { byOrder, sightingOf } from "../../port/sighting.ts";
import { type Identities, indexedKinds, type Moment } from "../../port/velocity.ts";
import type { LoggedAttempt } from "../events/attempt-log.ts";
import { FirstSeenReads } from "./first-seen-reads.ts";
import { HotIdentities } from "./hot-identities.ts";
import { IdentityFilter } from "./identity-filter.ts";
import { KnownIdentities } from "./known-identities.ts";
import { RecentAttempts } from "./recent-attempts.ts";
import { SightingReads } from "./sighting-reads.ts";

/** As many buckets apart as make two identities share one. */
const sameBucket = 2 ** 21;
const projects = ["prj_1", "prj_2"];

function attempt(seq: number, identities: Identities, order: Moment, projectId = projects[0]!) {
  const traits = {
    city: seq % 3 === 0 ? null : -seq,
    look: null,
    surname: seq,
    checkIn: seq % 2 ? 20_000 : null,
    checkOut: 20_003,
    amount: seq % 5 === 0 ? null : -7 * seq,
  };
  const score = seq % 4 === 0 ? null : seq % 100;
  const sighting = { ...sightingOf(identities, traits, order), score };
  return { seq, projectId, identities, sighting } satisfies LoggedAttempt;
}

/** What `find` has to return, by looking at each attempt. */
function plainFind(
  all: readonly LoggedAttempt[],
  [projectId, identity, since, before, max]: Parameters<RecentAttempts["find"]>,
) {
  const having = all.filter((one) => {
    return one.projectId === projectId && Object.values(one.identities).includes(identity);
  });
  const sightings = having
    .map(({ sighting }) => sighting)
    .filter((one) => one.at >= since && (!before || byOrder(one, before) < 0))
    .sort(byOrder);
  return {
    sightings: sightings.slice(Math.max(0, sightings.length - max)),
    firstAt: Math.min(...having.map(({ sighting }) => sighting.at)),
  };
}

describe("recent attempts", () => {
  const identity = fc.constantFrom(1, 2, 3, 1 + sameBucket, 2 ** 51 + 1, -4, 0);
  const identities = fc.dictionary(fc.constantFrom(...indexedKinds), identity);
  const one = fc.tuple(identities, fc.nat(50), fc.constantFrom(...projects));

  test("are found by identity, in order, whatever the order in which they came", () => {
    const asked = fc.tuple(identity, fc.nat(50), fc.nat(60), fc.nat(4));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), fc.array(asked), (made, questions) => {
        const recent = new RecentAttempts(0, () => {});
        const all = made.map(([ids, at, project], i) => {
          return attempt(i + 1, ids, { at, tie: (i * 7) % 61 }, project);
        });
        for (const added of all) recent.add(added);
        for (const [id, since, before, max] of questions) {
          for (const project of projects) {
            for (const end of [{ at: before, tie: 30 }, null]) {
              const question = [project, id, since, end, max] as const;
              const wanted = { ...plainFind(all, [...question]), isWhole: true };
              expect(recent.find(...question)).toEqual(wanted);
            }
          }
        }
      }),
    );
  });

  test("beyond the bound are dropped, the oldest first, once they are on file", () => {
    const dropped: Identities[] = [];
    const recent = new RecentAttempts(0, (ids) => dropped.push(ids), 2000);
    const add = (seq: number) =>
      recent.add(attempt(seq, { email: seq, hotel: 1e6 }, { at: seq, tie: 0 }));
    const has = (seq: number) => recent.find("prj_1", seq, 0, null, 9).sightings.length;
    for (let seq = 1; seq <= 10_000; seq++) add(seq);
    recent.dropIndexed(() => 0);
    expect([recent.size, has(1)]).toEqual([10_000, 1]);
    for (let seq = 10_001; seq <= 12_000; seq++) add(seq);
    recent.dropIndexed(() => 5000);
    expect([has(4096), has(4097)]).toEqual([0, 1]); // Four groups of 1,024.
    for (let seq = 12_001; seq <= 14_000; seq++) add(seq);
    recent.dropIndexed(() => 14_000);
    expect(recent.size).toBeLessThanOrEqual(2000 + 2 * 1024);
    expect(dropped.length + recent.size).toBe(14_000);
    expect(dropped.map(({ email }) => email)).toEqual(dropped.map((_, i) => i + 1));
    expect(recent.lastSeq).toBe(14_000);
    expect([dropped.length, dropped.length + 1].map(has)).toEqual([0, 1]);
  });

  test("of a chain too long to search are all that is not on file, and said not to be whole", () => {
    const recent = new RecentAttempts(0, () => {});
    for (let seq = 1; seq <= 10_000; seq++) {
      recent.add(attempt(seq, { hotel: 5, email: 100 + seq }, { at: seq, tie: 0 }));
    }
    expect(recent.find("prj_1", 5, 0, null, 20_000).sightings).toHaveLength(10_000);
    recent.dropIndexed(() => 6000);
    const { sightings, isWhole } = recent.find("prj_1", 5, 0, null, 20_000);
    expect(isWhole).toBe(false);
    expect(sightings.filter(({ at }) => at > 6000)).toHaveLength(4000);
    expect(sightings.length).toBeLessThan(5200);
    expect(recent.find("prj_1", 5 + sameBucket, 0, null, 9)).toMatchObject({ isWhole: false });
    expect(recent.find("prj_1", 200, 0, null, 9).isWhole).toBe(true);
  });
});

describe("a guest whose attempts are all in memory", () => {
  /** A file of which a query fails the test. */
  const file = {
    prepare: () => ({ values: () => expect.unreachable("a query") }),
    query: () => ({ get: () => ({ number: 1 }) }),
  } as unknown as Database;

  test("costs no query, nor do those that it shares an identity with", () => {
    const known = new KnownIdentities();
    known.stored(IdentityFilter.for(0));
    const recent = new RecentAttempts(0, (ids) => known.add(ids), 2000);
    const reads = new SightingReads(file, new HotIdentities(), known);
    const firsts = new FirstSeenReads(file, known);
    const ids = (n: number) => ({ email: n, phone: 1e6 + n, network: 3e6, hotel: 2e6 + (n % 7) });
    const visitsOf = new Map<number, number[]>();
    for (let seq = 1; seq <= 1500; seq++) {
      const guest = ids(seq % 100);
      const before = { at: seq, tie: 0 };
      const found = reads.find(recent, "prj_1", guest, 0, before);
      const visits = visitsOf.get(guest.email) ?? [];
      expect(found.email?.map(({ at }) => at) ?? []).toEqual(visits);
      expect(firsts.find(recent, "prj_1", guest, seq).phone).toBe(visits[0]);
      visitsOf.set(guest.email, [...visits, seq]);
      recent.add(attempt(seq, guest, before));
    }
    expect(known.mayBeStored(5)).toBe(false);
  });

  test("is looked for in the file as soon as memory has dropped one of them", () => {
    const known = new KnownIdentities();
    known.stored(IdentityFilter.for(0));
    const recent = new RecentAttempts(0, (ids) => known.add(ids), 2000);
    for (let seq = 1; seq <= 4000; seq++) {
      recent.add(
        attempt(seq, { email: seq < 10 || seq > 3990 ? 7 : 100 + seq }, { at: seq, tie: 0 }),
      );
    }
    expect(known.mayBeStored(7)).toBe(false);
    recent.dropIndexed(() => 4000);
    expect(known.mayBeStored(7)).toBe(true);
    const reads = new SightingReads(file, new HotIdentities(), known);
    expect(() => reads.find(recent, "prj_1", { email: 7 }, 0, { at: 9000, tie: 0 })).toThrow(
      "a query",
    );
  });
});
