import { expect, test } from "bun:test";
import fc from "fast-check";
import { byOrder } from "../../port/sighting.ts";
import { type LinkedKind, linkedKinds, type Sighting } from "../../port/velocity.ts";
import { HotIdentities } from "./hot-identities.ts";
import { PackedSightings } from "./packed-sightings.ts";

const word = fc.oneof(
  fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31), null),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
);
const linked = fc.record(
  Object.fromEntries(linkedKinds.map((kind) => [kind, word])) as Record<LinkedKind, typeof word>,
  { noNullPrototype: true },
);
const sighting: fc.Arbitrary<Sighting> = fc.record(
  {
    at: fc.integer({ min: 0, max: 2 ** 43 }),
    tie: fc.integer({ min: 0, max: 2 ** 44 - 1 }),
    checkIn: word,
    checkOut: word,
    linked,
    card: word,
    amount: word,
    score: fc.option(fc.nat(99)),
  },
  { noNullPrototype: true },
);

/** Fewer than some of the lists below have. */
const most = 20;

test("packed sightings come back as they went in, in whatever order they were inserted", () => {
  fc.assert(
    fc.property(fc.array(sighting, { maxLength: 30 }), fc.nat(5), (all, dropped) => {
      const packed = new PackedSightings([], most);
      const plain: Sighting[] = [];
      for (const one of all) {
        const place = plain.findLastIndex((other) => byOrder(other, one) < 0) + 1;
        packed.insert(place, one);
        plain.splice(place, 0, one);
      }
      expect(packed.toSightings()).toEqual(plain);
      for (const [row, one] of plain.entries()) {
        expect([packed.at(row), packed.compare(row, one)]).toEqual([one.at, 0]);
      }
      packed.dropFirst(Math.min(dropped, plain.length));
      expect(packed.toSightings()).toEqual(plain.slice(dropped));
      expect(packed.toSightings()).toEqual(
        new PackedSightings(plain.slice(dropped), most).toSightings(),
      );
      const reserved = Math.max(4, Math.min(most, all.length * 1.5 + 1), all.length);
      expect(packed.capacity).toBeLessThanOrEqual(reserved);
    }),
  );
});

test("the cache holds no more sightings than its limit, and keeps those that are asked for", () => {
  const hot = new HotIdentities({ identities: 1000, sightings: 1000 });
  const nothing = Object.fromEntries(linkedKinds.map((kind) => [kind, null]));
  const one = (at: number) =>
    ({
      at,
      tie: 0,
      checkIn: null,
      checkOut: null,
      linked: nothing,
      card: null,
      amount: null,
      score: null,
    }) as unknown as Sighting;
  const ten = Array.from({ length: 10 }, (_, at) => one(at));
  const at = { at: 1e6, tie: 0 };
  for (let identity = 0; identity < 500; identity++) {
    hot.learn("prj_1", identity, ten, 0);
    expect(hot.find("prj_1", 0, 0, at)).toHaveLength(10);
  }
  const kept = Array.from({ length: 500 }, (_, n) => n).filter((n) => hot.find("prj_1", n, 0, at));
  expect(kept).toEqual([0, ...Array.from({ length: 99 }, (_, i) => 401 + i)]);
  // One that grows takes the place of others.
  for (let i = 0; i < 100; i++) {
    hot.add({ seq: i, projectId: "prj_1", identities: { email: 499 }, sighting: one(100 + i) });
  }
  expect(hot.find("prj_1", 499, 0, at)).toHaveLength(110);
  expect(hot.find("prj_1", 450, 0, at)).toBeDefined();
  const left = kept.filter((n) => hot.find("prj_1", n, 0, at)).length;
  expect(left).toBeLessThan(95);
  expect(left).toBeGreaterThan(80);
});
