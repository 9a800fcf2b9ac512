import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Store } from "../storage/port/store.ts";
import { pastDecisionOrder } from "./decision.ts";
import { always, extentOf, idAt, isWithin, type Period, startOf } from "./period.ts";

const idOf = (ms: number) => pastDecisionOrder(ms, "8".repeat(32)).id;
const at = Date.UTC(2027, 3, 1, 12);

test("the bound of a millisecond is above all identifiers before it, and below those from it on", () => {
  for (const ms of [1, at, 2 ** 40]) {
    expect(idAt(ms) > idOf(ms - 1)).toBe(true);
    expect(idAt(ms) <= idOf(ms)).toBe(true);
  }
});

test("times that no identifier has are those of the first or the last one", () => {
  expect(idAt(-1)).toBe(idAt(0));
  expect(idAt(0)).toBe("dec_000000000000");
  expect(idAt(at + 0.9)).toBe(idAt(at));
  expect(idAt(2 ** 60)).toBe("dec_ffffffffffff");
});

test("a period has its first millisecond, and not its last", () => {
  const period: Period = { from: at, to: at + 10 };
  expect(startOf(period)).toBe(idAt(at));
  expect(startOf(always)).toBe("");
  expect([at, at + 9, at + 10].map((ms) => isWithin(idOf(ms), period))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isWithin(idOf(at), always)).toBe(true);
});

/** A list in place of a store, so that many periods can be tried: decisions of these times. */
function storeOf(times: readonly number[]): Store {
  const records = times.toSorted((a, b) => a - b).map((ms) => ({ id: idOf(ms), decidedAt: ms }));
  const after = async (_: string, id: string, limit: number) =>
    records.filter((one) => one.id > id).slice(0, limit);
  return { decisions: { after } } as unknown as Store;
}

test("the extent is from the first to the last decision of the period", async () => {
  const time = fc.oneof(fc.nat(30), fc.nat(5000)).map((ms) => at + ms);
  const bounds = fc.record({ from: fc.option(time), to: fc.oneof(time, fc.constant(always.to)) });
  await fc.assert(
    fc.asyncProperty(fc.array(time, { maxLength: 12 }), bounds, async (times, period) => {
      const { from, to } = period;
      const inside = times.filter((ms) => ms >= (from ?? 0) && ms < to);
      const expected =
        inside.length === 0 ? null : { first: Math.min(...inside), last: Math.max(...inside) };
      expect(await extentOf("p", period, storeOf(times))).toEqual(expected);
    }),
  );
});
