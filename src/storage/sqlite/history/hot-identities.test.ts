import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { byOrder } from "../../port/sighting.ts";
import { identityKinds, type Sighting, velocityLimits } from "../../port/velocity.ts";
import { HotIdentities, learntMax } from "./hot-identities.ts";

const most = velocityLimits.sightingsPerIdentity;
const nothing = Object.fromEntries(identityKinds.map((kind) => [kind, null]));
const sighting = (at: number, tie = 0) =>
  ({ at, tie, linked: nothing, score: null }) as unknown as Sighting;
const moments = (sightings: readonly Sighting[] | null) =>
  sightings?.map(({ at, tie }) => [at, tie]) ?? null;

/** What the file would give: the newest before a moment, from `since` on, in order. */
function fromAll(all: readonly Sighting[], since: number, before: { at: number; tie: number }) {
  const earlier = all.filter((one) => one.at >= since && byOrder(one, before) < 0);
  return earlier.toSorted(byOrder).slice(-most);
}

describe("a cached identity", () => {
  test("is unknown before it was cached, and unknown to another project", () => {
    const hot = new HotIdentities();
    expect(hot.find("prj_1", 7, 0, { at: 10, tie: 0 })).toBeNull();
    hot.learn("prj_1", 7, [sighting(1)], 0);
    expect(hot.find("prj_2", 7, 0, { at: 10, tie: 0 })).toBeNull();
    expect(moments(hot.find("prj_1", 7, 0, { at: 10, tie: 0 }))).toEqual([[1, 0]]);
  });

  test("does not reach further back than it was read for", () => {
    const hot = new HotIdentities();
    hot.learn("prj_1", 7, [sighting(100)], 50);
    expect(hot.find("prj_1", 7, 49, { at: 200, tie: 0 })).toBeNull();
    expect(moments(hot.find("prj_1", 7, 50, { at: 200, tie: 0 }))).toEqual([[100, 0]]);
  });

  test("is not used for a past that it may have only in part", () => {
    const hot = new HotIdentities();
    const all = Array.from({ length: 1000 }, (_, i) => sighting(i));
    hot.learn("prj_1", 7, all.slice(-learntMax), 0);
    expect(hot.find("prj_1", 7, 0, { at: 800, tie: 0 })).toBeNull();
    expect(hot.find("prj_1", 7, 0, { at: 1000, tie: 0 })).toHaveLength(most);
    expect(moments(hot.find("prj_1", 7, 990, { at: 995, tie: 0 }))).toEqual([
      [990, 0],
      [991, 0],
      [992, 0],
      [993, 0],
      [994, 0],
    ]);
  });

  test("is dropped when least recently used, so that memory is bounded", () => {
    const hot = new HotIdentities();
    for (let identity = 0; identity <= 2000; identity++) {
      hot.learn("prj_1", identity, [sighting(1)], 0);
      if (identity > 0) hot.find("prj_1", 0, 0, { at: 5, tie: 0 });
    }
    expect(hot.find("prj_1", 1, 0, { at: 5, tie: 0 })).toBeNull();
    expect(hot.find("prj_1", 0, 0, { at: 5, tie: 0 })).toHaveLength(1);
    expect(hot.find("prj_1", 2000, 0, { at: 5, tie: 0 })).toHaveLength(1);
  });

  test("returns exactly what the file would, or nothing, in whatever order attempts arrive", () => {
    const moment = fc.tuple(fc.nat(400), fc.nat(3));
    fc.assert(
      fc.property(
        fc.array(moment, { maxLength: 400 }),
        fc.array(moment, { maxLength: 700 }),
        fc.array(fc.tuple(fc.nat(400), moment), { minLength: 1, maxLength: 20 }),
        (before, later, asked) => {
          const all = new Map<string, Sighting>();
          const put = ([at, tie]: [number, number]) => {
            const one = sighting(at, tie);
            all.set(`${at}:${tie}`, one);
            return one;
          };
          before.forEach(put);
          const hot = new HotIdentities();
          const learnt = [...all.values()].sort(byOrder).slice(-learntMax);
          hot.learn("prj_1", 7, learnt, 0);
          later.forEach((at, seq) => {
            hot.add({ seq, projectId: "prj_1", identities: { email: 7 }, sighting: put(at) });
          });
          for (const [since, [at, tie]] of asked) {
            const known = hot.find("prj_1", 7, since, { at, tie });
            const wanted = fromAll([...all.values()], since, { at, tie });
            if (known !== null) expect(moments(known)).toEqual(moments(wanted));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
