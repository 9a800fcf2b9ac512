import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decisionFixture } from "../../test/fixtures/storage/decision.ts";
import {
  type DecisionOrder,
  decisionOrders,
  decisionResponse,
  parseDecisionId,
  pastDecisionOrder,
} from "./decision.ts";

const start = 1_800_000_000_000;

/** Orders made at these times, one each. */
function ordersAt(times: number[]): DecisionOrder[] {
  let i = 0;
  const next = decisionOrders(() => times[i++]!);
  return times.map(() => next());
}

function expectRising(orders: DecisionOrder[]): void {
  for (let i = 1; i < orders.length; i++) {
    const [a, b] = [orders[i - 1]!, orders[i]!];
    expect(a.id < b.id).toBe(true);
    expect(a.at < b.at || (a.at === b.at && a.tie < b.tie)).toBe(true);
  }
}

test("an identifier is dec_ and a UUIDv7 without dashes, with the clock's time", () => {
  const [order] = ordersAt([start]);
  expect(order!.id).toMatch(/^dec_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  expect(order!.at).toBe(start);
  expect(Number.isSafeInteger(order!.tie) && order!.tie >= 0).toBe(true);
});

describe("identifiers sort in the order of their creation", () => {
  test("over time", () => {
    const orders = ordersAt([start, start + 1, start + 2, start + 1000, start + 1e9]);
    expectRising(orders);
    expect(orders.map(({ at }) => at - start)).toEqual([0, 1, 2, 1000, 1e9]);
  });

  test("within one millisecond", () => {
    const orders = ordersAt(Array(20_000).fill(start));
    expectRising(orders);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(20_000);
  });

  test("while the clock is set back by up to ten seconds", () => {
    expectRising(ordersAt([start, start - 1, start - 5000, start - 10_000, start + 1]));
  });

  test("and they follow a clock that is set back further", () => {
    const orders = ordersAt([start, start - 60_000, start - 60_000, start - 59_999]);
    expect(orders[1]!.at).toBe(start - 60_000);
    expectRising(orders.slice(1));
  });
});

test("two processes do not generate the same identifier in one millisecond", () => {
  const ids = Array.from({ length: 1000 }, () => ordersAt([start])[0]!.id);
  expect(new Set(ids).size).toBe(1000);
});

describe("parseDecisionId", () => {
  test("returns a tie that rises with every bit of the identifier's counter", () => {
    const ids = [
      ["7000", "80000000"],
      ["7000", "80000001"],
      ["7000", "bfffffff"],
      ["7001", "80000000"],
      ["7fff", "80000000"],
    ].map(([high, low]) => `dec_01a4a09b5a00${high}${low}00000000`);
    expectRising(ids.map((id) => parseDecisionId(id)!));
  });

  test("returns the order that the identifier was generated with", () => {
    for (const order of ordersAt(Array(100).fill(start))) {
      expect(parseDecisionId(order.id)).toEqual(order);
    }
  });

  test.each([
    "",
    "dec_",
    "x",
    "dec_0197",
    `col_${"0".repeat(32)}`,
    `dec_${"g".repeat(32)}`,
    `dec_${"A".repeat(32)}`,
    `dec_${"0".repeat(33)}`,
    `dec_${"0".repeat(32)}\n`,
    "0197d9f0-0000-7000-8000-000000000000",
  ])("%j is no identifier", (text) => {
    expect(parseDecisionId(text)).toBeNull();
  });
});

describe("the identifier of a past attempt", () => {
  const digest = fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: 64, maxLength: 64 })
    .map((digits) => digits.join(""));
  const time = fc.integer({ min: 0, max: 2 ** 47 });

  test("is a UUIDv7 of its time, like that of any decision", () => {
    fc.assert(
      fc.property(time, digest, (at, of) => {
        const order = pastDecisionOrder(at, of);
        expect(order.id).toMatch(/^dec_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
        expect(order.at).toBe(at);
        expect(parseDecisionId(order.id)).toEqual(order);
        expect(pastDecisionOrder(at, of)).toEqual(order);
      }),
    );
  });

  test("sorts by time first", () => {
    fc.assert(
      fc.property(time, fc.nat(1), digest, digest, (at, later, one, other) => {
        const orders = [pastDecisionOrder(at, one), pastDecisionOrder(at + later, other)];
        orders.sort((a, b) => (a.id < b.id ? -1 : 1));
        const [a, b] = orders as [DecisionOrder, DecisionOrder];
        expect(a.at < b.at || (a.at === b.at && a.tie <= b.tie)).toBe(true);
      }),
    );
  });

  test("within one millisecond depends on each of the first 19 digits of the digest", () => {
    const of = "0".repeat(64);
    const ids = Array.from({ length: 19 }, (_, i) =>
      pastDecisionOrder(start, `${of.slice(0, i)}1${of.slice(i + 1)}`),
    );
    expect(new Set([pastDecisionOrder(start, of), ...ids].map(({ id }) => id)).size).toBe(20);
    // The first eleven are the tie, in which the highest two bits of the fourth have no place.
    expect(new Set(ids.slice(0, 11).map(({ tie }) => tie)).size).toBe(11);
  });

  test("is valid for the smallest and the largest digest", () => {
    expect(pastDecisionOrder(0, "0".repeat(64)).id).toBe("dec_00000000000070008000000000000000");
    const last = pastDecisionOrder(2 ** 48 - 1, "f".repeat(64));
    expect(last.id).toBe("dec_ffffffffffff7fffbfffffffffffffff");
    expect(Number.isSafeInteger(last.tie)).toBe(true);
  });
});

test("the response has exactly the six fields of the specification", () => {
  const { decision } = decisionFixture("prj_1", "dec_1", start + 7, {});
  expect(decisionResponse({ ...decision, riskScore: 42 })).toStrictEqual({
    decisionId: "dec_1",
    riskScore: 42,
    riskLevel: "low",
    suggestedAction: "allow",
    riskSetting: "balanced",
    decidedAt: "2027-01-15T08:00:00.007Z",
  });
});
