import { expect, test } from "bun:test";
import { noTraits, sightingOf } from "../../src/storage/port/sighting.ts";
import { velocityLimits } from "../../src/storage/port/velocity.ts";
import { MemoryHistory } from "./history.ts";

const identities = { email: 1, hotel: 2 };
const seenAt = (at: number, tie = 0) => sightingOf(identities, noTraits, { at, tie });

test("returns earlier attempts by shared identity, oldest first", () => {
  const history = new MemoryHistory();
  history.add("p", identities, seenAt(10));
  history.add("p", { email: 1 }, seenAt(20));
  const found = history.asOf("p", identities, seenAt(30)).sightings;
  expect(found.email?.map(({ at }) => at)).toEqual([10, 20]);
  expect(found.hotel?.map(({ at }) => at)).toEqual([10]);
  expect(history.asOf("p", { phone: 3 }, seenAt(30)).sightings).toEqual({});
});

test("an attempt never sees itself, a later one, or one older than 30 days", () => {
  const history = new MemoryHistory();
  const now = velocityLimits.windowMs + 100;
  for (const at of [99, 100, now, now + 1]) history.add("p", identities, seenAt(at));
  expect(history.asOf("p", identities, seenAt(now)).sightings.email?.map(({ at }) => at)).toEqual([
    100,
  ]);
});

test("within one millisecond, the order of arrival decides", () => {
  const history = new MemoryHistory();
  history.add("p", identities, seenAt(10, 1));
  expect(history.asOf("p", identities, seenAt(10, 2)).sightings.email).toHaveLength(1);
  expect(history.asOf("p", identities, seenAt(10, 0)).sightings.email).toBeUndefined();
});

test("limits each identity to its most recent attempts", () => {
  const history = new MemoryHistory();
  for (let at = 0; at < 1000; at++) history.add("p", identities, seenAt(at));
  const found = history.asOf("p", identities, seenAt(1000)).sightings.email!;
  expect(found).toHaveLength(velocityLimits.sightingsPerIdentity);
  expect(found.at(-1)!.at).toBe(999);
  expect(found[0]!.at).toBe(1000 - velocityLimits.sightingsPerIdentity);
});

test("an outcome counts once it has been reported, and only in its own project", () => {
  const history = new MemoryHistory();
  const fraud = { reportedAt: 50, fraud: true };
  history.add("p", identities, seenAt(10), fraud);
  history.add("p", { email: 1 }, seenAt(20), { reportedAt: 40, fraud: false });
  expect(history.asOf("p", identities, seenAt(40)).outcomes).toBeNull();
  expect(history.asOf("q", identities, seenAt(45)).outcomes).toBeNull();
  const found = history.asOf("p", { ...identities, phone: 3 }, seenAt(50)).outcomes;
  expect(found).toEqual({
    email: { fraud: 0, legitimate: 1, lastFraudAt: null, lastLegitimateAt: 40 },
  });
  expect(history.asOf("p", identities, seenAt(51)).outcomes).toEqual({
    email: { fraud: 1, legitimate: 1, lastFraudAt: 50, lastLegitimateAt: 40 },
    hotel: { fraud: 1, legitimate: 0, lastFraudAt: 50, lastLegitimateAt: null },
  });
});

test("an earlier attempt has the score that it was added with", () => {
  const history = new MemoryHistory();
  history.add("p", identities, { ...seenAt(10), score: 80 });
  history.add("p", { email: 1 }, seenAt(20));
  const { email, hotel } = history.asOf("p", identities, seenAt(30)).sightings;
  expect(email?.map(({ score }) => score)).toEqual([80, null]);
  expect(hotel?.map(({ score }) => score)).toEqual([80]);
});

test("the first attempt with an identity is known, however long ago and however many followed", () => {
  const history = new MemoryHistory();
  history.add("p", identities, seenAt(5));
  const now = 2 * velocityLimits.windowMs;
  for (let at = now; at < now + 1000; at++) history.add("p", identities, seenAt(at));
  const found = history.asOf("p", { ...identities, phone: 3 }, seenAt(now + 1000));
  expect(found.firstSeen).toEqual({ email: 5 });
});
