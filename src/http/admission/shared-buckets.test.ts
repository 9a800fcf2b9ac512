/** Copies that take from one bucket: each with its own memory, and a store that adds up. */
import { expect, test } from "bun:test";
import type { QuotaStore } from "../../storage/port/quotas.ts";
import { sharedBuckets } from "./shared-buckets.ts";

const size = { capacity: 100_000, perSecond: 10 };
const atOnce = 100;

function together(count: number) {
  let clock = 0;
  let isAway = false;
  const used = new Map<string, { used: number; at: number }>();
  const store: QuotaStore = {
    async use(uses) {
      if (isAway) throw new Error("the database is away");
      return uses.map(({ name, amount, perSecond }) => {
        const before = used.get(name) ?? { used: 0, at: clock };
        const returned = ((clock - before.at) / 1000) * perSecond;
        const now = Math.max(0, before.used - returned) + amount;
        used.set(name, { used: now, at: clock });
        return now;
      });
    },
  };
  const copies = Array.from({ length: count }, () =>
    sharedBuckets(store, { copies: () => count, now: () => clock, atOnce }),
  );
  /** Asks a copy for so many tokens, some at a time; how many it got. */
  const take = (copy: number, tokens: number, each = atOnce) => {
    let taken = 0;
    for (let asked = 0; asked < tokens; asked += each) {
      if (copies[copy]!.take("k", each, size) === 0) taken += each;
    }
    return taken;
  };
  const reportAll = async () => {
    clock += 2000;
    for (const one of copies) await one.report().catch(() => {});
  };
  const away = (is: boolean) => {
    isAway = is;
  };
  return { take, reportAll, copies, away };
}

test("one copy that gets everything may take nearly all, in a few reports", async () => {
  const { take, reportAll } = together(4);
  let taken = 0;
  for (let i = 0; i < 40; i++) {
    taken += take(0, size.capacity);
    await reportAll();
  }
  const returned = 40 * 2 * size.perSecond;
  expect(taken).toBeGreaterThan(0.98 * size.capacity);
  expect(taken).toBeLessThanOrEqual(size.capacity + returned);
});

test("all together take no more than there is, whoever asks how often", async () => {
  for (const unevenly of [1, 3]) {
    const { take, reportAll } = together(4);
    let taken = 0;
    for (let i = 0; i < 200; i++) {
      for (let copy = 0; copy < 4; copy++) taken += take(copy, 2000 / unevenly ** copy);
      await reportAll();
    }
    const returned = 200 * 2 * size.perSecond;
    expect(taken).toBeGreaterThan(0.95 * (size.capacity + returned));
    expect(taken).toBeLessThanOrEqual(size.capacity + returned);
  }
});

test("copies that report at different times take less than half more, and make up for it", async () => {
  for (const count of [2, 3, 8]) {
    const { take, reportAll, copies } = together(count);
    for (let copy = 0; copy < count; copy++) take(copy, atOnce);
    await reportAll();
    let taken = count * atOnce;
    for (let copy = 1; copy < count; copy++) taken += take(copy, size.capacity);
    for (let copy = 1; copy < count; copy++) await copies[copy]!.report();
    for (let copy = 1; copy < count; copy++) taken += take(copy, size.capacity);
    taken += take(0, size.capacity);
    expect(taken).toBeGreaterThan(size.capacity);
    const most = 1 + (count - 1) / (2 * count);
    expect(taken).toBeLessThanOrEqual((most + 0.01) * size.capacity); // Some came back meanwhile.
    let after = 0;
    for (let i = 0; i < 100; i++) {
      await reportAll();
      for (let copy = 0; copy < count; copy++) after += take(copy, size.capacity);
    }
    expect(after).toBeLessThanOrEqual(
      Math.max(0, 100 * 2 * size.perSecond - (taken - size.capacity)),
    );
  }
});

test("a copy that comes later learns what is left with its first use", async () => {
  const { take, reportAll, copies } = together(2);
  for (let i = 0; i < 30; i++) {
    take(0, size.capacity);
    await reportAll();
  }
  take(1, atOnce);
  await new Promise((resolve) => setImmediate(resolve)); // The report that follows.
  await copies[1]!.report();
  expect(take(1, size.capacity)).toBeLessThan(0.01 * size.capacity);
});

test("what could not be reported is reported later, and a refusal says when to come again", async () => {
  const { take, reportAll, copies, away } = together(2);
  away(true);
  expect(take(0, size.capacity)).toBe(size.capacity / 2);
  expect(copies[0]!.take("k", atOnce, size)).toBe(atOnce / (size.perSecond / 2));
  await reportAll();
  away(false);
  await reportAll();
  expect(take(1, size.capacity)).toBeLessThanOrEqual(size.capacity / 2);
});

test("the store is asked only about what was taken or asked for since the last report", async () => {
  const reports: { name: string; amount: number }[][] = [];
  const store: QuotaStore = {
    async use(uses) {
      reports.push(uses.map(({ name, amount }) => ({ name, amount })));
      return uses.map(() => 0);
    },
  };
  const buckets = sharedBuckets(store, { copies: () => 1, now: () => 0, atOnce });
  await buckets.report();
  expect(reports).toEqual([]);
  buckets.take("k", 3, size);
  await buckets.report();
  await buckets.report();
  expect(reports).toEqual([[{ name: "k", amount: 3 }]]);
});
