import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import {
  isSampled,
  newReview,
  reviewDeadline,
  reviewPlace,
  reviewSources,
} from "./review-queue.ts";

const id = (tail: string) => `dec_01963c5e8f4a7c3db2a1f0e9${tail}`;
const dayMs = 24 * 60 * 60 * 1000;
const decidedAt = Date.UTC(2027, 3, 1, 12);

describe("a decision goes to review", () => {
  const band = { from: 60, to: 74 };

  test.each([
    [59, []],
    [60, [{ kind: "band", ...band }]],
    [74, [{ kind: "band", ...band }]],
    [75, []],
  ])("with a score of %p in a band of 60 to 74", (riskScore, sources) => {
    expect(reviewSources({ id: id("00000000"), riskScore }, [], { band, share: 0 })).toEqual(
      sources as never,
    );
  });

  test("by an entry of the watch list that says so, and by no other", () => {
    const match = { kind: "watch", version: 1 } as const;
    const matches = [
      { ...match, entryId: "lst_a" },
      { ...match, entryId: "lst_b", review: true as const },
    ];
    expect(reviewSources({ id: id("ffffffff"), riskScore: 10 }, matches, null)).toEqual([
      { kind: "watch", entryId: "lst_b" },
    ]);
  });

  test("for every reason that applies", () => {
    const matches = [{ kind: "watch", version: 1, entryId: "lst_b", review: true }] as const;
    const rules = { band, share: 1 };
    expect(reviewSources({ id: id("ffffffff"), riskScore: 70 }, matches, rules)).toEqual([
      { kind: "watch", entryId: "lst_b" },
      { kind: "band", ...band },
      { kind: "sample", share: 1 },
    ]);
  });

  test("by no rule where there is none", () => {
    expect(reviewSources({ id: id("00000000"), riskScore: 70 }, [], null)).toEqual([]);
    const none = { band: null, share: 0 };
    expect(reviewSources({ id: id("00000000"), riskScore: 70 }, [], none)).toEqual([]);
  });
});

describe("the random share", () => {
  test("is that share of all IDs, and the same decision is of every larger one", () => {
    const ids = Array.from({ length: 20_000 }, () => crypto.randomUUID().replaceAll("-", ""));
    for (const share of [0.01, 0.1, 0.5]) {
      const chosen = ids.filter((one) => isSampled(`dec_${one}`, share));
      const deviation = Math.sqrt(ids.length * share * (1 - share));
      expect(Math.abs(chosen.length - ids.length * share)).toBeLessThan(6 * deviation);
      expect(chosen.every((one) => isSampled(`dec_${one}`, share * 1.5))).toBe(true);
    }
  });

  test("0 is none and 1 is all", () => {
    for (const tail of ["00000000", "7fffffff", "ffffffff"]) {
      expect([isSampled(id(tail), 0), isSampled(id(tail), 1)]).toEqual([false, true]);
    }
  });
});

describe("the deadline", () => {
  const stay = { checkIn: "2027-05-10", checkOut: "2027-05-12" };
  const endOfDay = Date.UTC(2027, 4, 11);

  test.each([
    ["is the end of the day of check-in", undefined, endOfDay],
    [
      "is the end of free cancellation before it",
      "2027-05-08T18:00:00+02:00",
      Date.UTC(2027, 4, 8, 16),
    ],
    ["is not one after check-in", "2027-05-20T00:00:00Z", endOfDay],
    ["is not one that had ended before the booking", "2027-04-01T11:59:59Z", endOfDay],
  ])("%s", (_, freeCancellationUntil, expected) => {
    const booking = { ...stay, ...(freeCancellationUntil && { freeCancellationUntil }) };
    expect(reviewDeadline({ booking }, decidedAt)).toBe(expected);
  });
});

describe("the place", () => {
  test("of twice the loss is that of a deadline a day earlier", () => {
    expect(reviewPlace(10 * dayMs, 200)).toBe(reviewPlace(9 * dayMs, 100));
    expect(reviewPlace(10 * dayMs, 0)).toBe(reviewPlace(10 * dayMs, 0.001));
  });

  test("is a number whatever is booked", () => {
    const day = fc.constantFrom("0000-01-01", "2027-05-10", "9999-12-31");
    const amount = fc.record({
      value: fc.integer({ min: 0, max: 999_999_999_999 }),
      currency: fc.constantFrom("EUR", "JPY", "KWD"),
    });
    fc.assert(
      fc.property(
        day,
        fc.option(amount),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (checkIn, totalAmount, probability) => {
          const booking = { checkIn, checkOut: "9999-12-31", ...(totalAmount && { totalAmount }) };
          const decision = {
            projectId: "prj_1",
            id: id("00000000"),
            decidedAt,
            probability,
          } as DecisionRecord;
          const { place, deadline, expectedLoss } = newReview(decision, {
            request: { booking },
            sources: [],
            openedAt: decidedAt,
          });
          return [place, deadline, expectedLoss].every(Number.isFinite) && expectedLoss >= 0;
        },
      ),
    );
  });

  test("has the amount in units of its currency, and 100 for a night where none was sent", () => {
    const decision = {
      projectId: "p",
      id: id("00000000"),
      decidedAt,
      probability: 0.5,
    } as DecisionRecord;
    const stay = { checkIn: "2027-05-10", checkOut: "2027-05-13" };
    const loss = (more: object) => {
      const request = { booking: { ...stay, ...more } };
      const { expectedLoss, currency } = newReview(decision, { request, sources: [], openedAt: 0 });
      return [expectedLoss, currency];
    };
    expect(loss({ totalAmount: { value: 20_000, currency: "EUR" } })).toEqual([100, "EUR"]);
    expect(loss({ totalAmount: { value: 20_000, currency: "JPY" } })).toEqual([10_000, "JPY"]);
    expect(loss({})).toEqual([150, null]);
  });
});
