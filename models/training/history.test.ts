import { expect, test } from "bun:test";
import { sightingOf } from "../../src/storage/sighting.ts";
import { historyLimits } from "../../src/storage/store.ts";
import { MemoryHistory } from "./history.ts";

const identities = { email: 1, hotel: 2 };
const seenAt = (at: number, tie = 0) => sightingOf(identities, at, tie);

test("gives earlier attempts by the identity shared, oldest first", () => {
  const history = new MemoryHistory();
  history.add(identities, seenAt(10));
  history.add({ email: 1 }, seenAt(20));
  const found = history.before(identities, seenAt(30));
  expect(found.email?.map(({ at }) => at)).toEqual([10, 20]);
  expect(found.hotel?.map(({ at }) => at)).toEqual([10]);
  expect(history.before({ phone: 3 }, seenAt(30))).toEqual({});
});

test("an attempt never sees itself, a later one, or one older than 30 days", () => {
  const history = new MemoryHistory();
  const now = historyLimits.windowMs + 100;
  for (const at of [99, 100, now, now + 1]) history.add(identities, seenAt(at));
  expect(history.before(identities, seenAt(now)).email?.map(({ at }) => at)).toEqual([100]);
});

test("of one millisecond, the order in which they were opened counts", () => {
  const history = new MemoryHistory();
  history.add(identities, seenAt(10, 1));
  expect(history.before(identities, seenAt(10, 2)).email).toHaveLength(1);
  expect(history.before(identities, seenAt(10, 0)).email).toBeUndefined();
});

test("keeps the newest so many of one identity", () => {
  const history = new MemoryHistory();
  for (let at = 0; at < 1000; at++) history.add(identities, seenAt(at));
  const found = history.before(identities, seenAt(1000)).email!;
  expect(found).toHaveLength(historyLimits.sightingsPerIdentity);
  expect(found.at(-1)!.at).toBe(999);
  expect(found[0]!.at).toBe(1000 - historyLimits.sightingsPerIdentity);
});
