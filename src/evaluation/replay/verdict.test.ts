import { describe, expect, test } from "bun:test";
import { figuresOf } from "./figures.ts";
import { pairedChange, shareOf } from "./interval.ts";
import { defaultLimits, loosenedLimits } from "./limits.ts";
import { unknownSegments } from "./segment.ts";
import { segmentDecisionsMin } from "./segments.ts";
import { addCompared, emptyTally } from "./tally.ts";
import { verdictOf } from "./verdict.ts";

const dayMs = 86_400_000;
const asOf = Date.UTC(2026, 9, 31);
const prices = {
  currency: "EUR",
  value: 200,
  fraudValue: 200,
  margin: 0.15,
  chargebackCost: 20,
  fraudLoss: 1,
  lifetimeValue: 0,
};

interface Season {
  decisions: number;
  frauds: number;
  /** Ending so many days before `asOf`. */
  days: number;
  ageDays: number;
  /** Of the frauds, how many the candidate denies no more. */
  lost: number;
  /** Score that the candidate gives where nothing was seen. */
  unseenScore: number;
  /**
   * Bookings of which nothing is known: those that were denied, and how many of them the candidate allows, and denies as
   * many others for. Of those that it allows, some may be known to be genuine.
   */
  exchanged: { denied: number; allowed: number; genuine: number };
  /** The newest long stays, none of them fraud, and how many of them the candidate denies. */
  long: { stays: number; denied: number };
}

/** Frauds score 80, others 20; without telemetry 40. */
function criteriaOf(more: Partial<Season>) {
  const season = {
    decisions: 1000,
    frauds: 100,
    days: 14,
    ageDays: 1,
    lost: 0,
    unseenScore: 40,
    long: { stays: 0, denied: 0 },
    exchanged: { denied: 0, allowed: 0, genuine: 0 },
  };
  const { decisions, frauds, days, ageDays, lost, unseenScore, long, exchanged } = {
    ...season,
    ...more,
  };
  const tally = emptyTally();
  const scored = (riskScore: number) => ({ riskScore, probability: riskScore === 80 ? 0.5 : 0.01 });
  for (let i = 0; i < decisions; i++) {
    const fraud = i < frauds;
    const newest = decisions - 1 - i;
    const last = asOf - ageDays * dayMs;
    const place = i - frauds;
    const { denied, allowed, genuine } = exchanged;
    const isExchanged = place >= 0 && place < denied + allowed;
    const isDenied = fraud || (isExchanged && place < denied);
    const isUnknown = isExchanged && place >= genuine;
    const isNewlyDenied = newest < long.denied || (isExchanged && place >= denied);
    const isAllowed = (fraud && i < lost) || (isExchanged && place < allowed);
    addCompared(tally, {
      decisionId: `dec_${i}`,
      decidedAt: last - (((i * 7) % 1000) / 993) * days * dayMs,
      decidedBy: "m@1",
      source: "api",
      before: scored(isDenied ? 80 : 20),
      after: scored((isDenied && !isAllowed) || isNewlyDenied ? 80 : 20),
      unseen: { before: scored(40), after: scored(unseenScore) },
      knownAs: isUnknown ? "unknown" : fraud ? "fraud" : "legitimate",
      letThrough: i % 20 === 0,
      fraud: isUnknown ? null : fraud,
      outcome: isUnknown
        ? null
        : {
            amount: 100,
            reported: fraud ? "fraud" : "legitimate",
            weight: 1,
            silence: { basis: "reportedOnly" },
          },
      segments: { ...unknownSegments, nights: newest < long.stays ? "14 or more" : "1" },
    });
  }
  const figures = figuresOf(tally, prices, "balanced");
  const limits = defaultLimits;
  const { criteria, passed } = verdictOf(figures, { settings: ["balanced"], limits, asOf });
  const failed = criteria.filter((one) => one.passed === false).map(({ name }) => name);
  return { passed, failed, criteria, figures };
}

test("costs are of what changes, and none where no prices were entered", () => {
  const { figures } = criteriaOf({ frauds: 100, lost: 10 });
  const { before, after, costChange, costInterval } = figures.settings.balanced;
  expect([before.missedFraud.cost, before.refusedGuests.cost, before.cost]).toEqual([0, 0, 0]);
  // Ten frauds of 100 each, and the bank's fee.
  expect(after.missedFraud).toEqual({ count: 10, cost: 10 * 120 });
  expect(costChange).toBeCloseTo(1200, 6);
  expect(costInterval!.low).toBeLessThan(1200);
  expect(costInterval!.high).toBeGreaterThanOrEqual(1200);
  const none = figuresOf(emptyTally(), null, "balanced").settings.balanced;
  expect([none.costChange, none.costInterval, none.before.cost]).toEqual([null, null, null]);
});

test("a part of the bookings may not be newly denied beyond chance", () => {
  const found = (stays: number, denied: number) => {
    const { criteria } = criteriaOf({ long: { stays, denied } });
    return criteria.find(({ name }) => name === "parts");
  };
  expect(found(20, 8)).toMatchObject({ passed: true, found: "none of 7" });
  expect(found(20, 9)).toMatchObject({
    passed: false,
    found: "Nights, 14 or more: 0 % before, 45 % more, 20 decisions",
  });
  expect(found(200, 25)!.passed).toBeTrue();
  expect(found(200, 26)!.passed).toBeFalse();
  expect(found(19, 19)).toMatchObject({ passed: true, found: "none of 6" }); // Too few to tell.
});

describe("of what was denied, a candidate may not allow more than half", () => {
  const criterion = (denied: number, allowed: number, genuine = 0) =>
    criteriaOf({ exchanged: { denied, allowed, genuine } }).criteria.find(
      ({ name }) => name === "newlyAllowed",
    );

  test("though it denies as many others, and loses no known fraud", () => {
    const { failed, figures } = criteriaOf({ exchanged: { denied: 58, allowed: 55, genuine: 0 } });
    const { before, after } = figures.settings.balanced;
    expect([before.denied, after.denied]).toEqual([158, 158]);
    expect(failed).toEqual(["newlyAllowed"]);
    expect(criterion(58, 55)!.found).toBe("55 of 58 allowed");
  });

  test("unless an owner sets another limit, which is named", () => {
    const { figures } = criteriaOf({ exchanged: { denied: 58, allowed: 55, genuine: 0 } });
    const limits = { ...defaultLimits, newlyAllowedMax: 0.95 };
    expect(verdictOf(figures, { settings: ["balanced"], limits, asOf }).passed).toBeTrue();
    expect(loosenedLimits(limits, 60)).toEqual([
      { name: "newlyAllowedMax", value: 0.95, default: 0.5 },
    ]);
  });

  test("and half is within the limit", () => {
    expect(criterion(58, 29)!.passed).toBeTrue();
    expect(criterion(58, 30)!.passed).toBeFalse();
  });

  test("while those known to be genuine do not count, and few are not judged", () => {
    const found = "10 of 28 allowed";
    expect(criterion(58, 40, 30)).toMatchObject({
      passed: true,
      found,
    });
    const few = { passed: null, found: "19 such bookings" };
    expect(criterion(19, 19)).toMatchObject(few);
  });
});

test("a part with too few decisions is listed with what is newly denied of it, known frauds not counted", () => {
  const nights = (more: Partial<Season>) =>
    criteriaOf(more).figures.judgedParts.balanced.find(({ kind }) => kind === "nights");
  const few = { tooFew: 1, decisions: 19, newlyDenied: 7 };
  expect(nights({ long: { stays: 19, denied: 7 } })).toEqual({
    kind: "nights",
    judged: 1,
    ...few,
    examples: [{ name: "14 or more", decisions: 19, newlyDenied: 7 }],
  });
  expect(nights({ long: { stays: 20, denied: 7 } })).toEqual({
    kind: "nights",
    judged: 2,
    tooFew: 0,
    decisions: 0,
    newlyDenied: 0,
    examples: [],
  });
});

describe("a replay passes", () => {
  test("with enough decisions, frauds, recency and span", () => {
    // The score of a fraud means one in two; all were fraud.
    const { failed } = criteriaOf({});
    expect(failed).toEqual([]);
  });

  test.each([
    [{ decisions: 999 }, "decisions", "999"],
    [{ frauds: 99 }, "knownFrauds", "99"],
    [{ ageDays: 31 }, "recency", "31 days"],
    [{ days: 4 }, "span", "4 days, 6 of 7 weekdays"],
    [{ lost: 8 }, "recall", "100 % before, 92 % after, 100 frauds"],
    [
      { unseenScore: 80 },
      "withoutTelemetry",
      "0 % by the active model, 100 % by this one, 1,000 scored",
    ],
  ] as const)("not with %p", (more, name, found) => {
    const { passed, criteria } = criteriaOf(more);
    expect(passed).toBeFalse();
    expect(criteria.find((one) => one.name === name)).toMatchObject({ passed: false, found });
  });

  test("and 7 lost frauds of 100 are within the limit", () => {
    expect(criteriaOf({ lost: 7 }).failed).not.toContain("recall");
  });
});

/** The exact chance that gains and losses among n frauds lose more than the share. */
function chanceOfLoss(n: number, loss: number, gain: number, limit: number): number {
  // Distribution of losses less gains, one fraud after the other.
  let chances = new Map([[0, 1]]);
  for (let i = 0; i < n; i++) {
    const next = new Map<number, number>();
    const add = (to: number, by: number) => next.set(to, (next.get(to) ?? 0) + by);
    for (const [net, chance] of chances) {
      add(net + 1, chance * loss);
      add(net - 1, chance * gain);
      add(net, chance * (1 - loss - gain));
    }
    chances = next;
  }
  return [...chances].reduce((sum, [net, chance]) => sum + (net / n > limit ? chance : 0), 0);
}

test("the number of frauds has the power that its reason states", () => {
  const { fraudsMin, recallLossMax } = defaultLimits;
  expect(chanceOfLoss(fraudsMin, 0.06, 0.06, recallLossMax)).toBeLessThan(1 / 40);
  expect(chanceOfLoss(fraudsMin, 0.11, 0.01, recallLossMax)).toBeWithin(0.75, 0.85);
  const { decisionsMin, denyRateChangeMax, newlyAllowedMax } = defaultLimits;
  expect(chanceOfLoss(segmentDecisionsMin, 0.3, 0, newlyAllowedMax)).toBeLessThan(1 / 50);
  expect(1 - chanceOfLoss(segmentDecisionsMin, 0.75, 0, newlyAllowedMax)).toBeLessThan(1 / 70);
  expect(chanceOfLoss(decisionsMin, 0.01, 0.01, denyRateChangeMax)).toBeLessThan(1 / 80);
  expect(1 - chanceOfLoss(decisionsMin, 0.02, 0, denyRateChangeMax)).toBeLessThan(1 / 80);
});

test("every looser limit is named, a stricter one is not", () => {
  expect(loosenedLimits(defaultLimits, 60)).toEqual([]);
  expect(
    loosenedLimits({ ...defaultLimits, decisionsMin: 5000, denyRateRatioMax: 0 }, null),
  ).toEqual([]);
  const loose = { ...defaultLimits, decisionsMin: 1, denyRateChangeMax: 1 };
  expect(loosenedLimits(loose, 5)).toEqual([
    { name: "decisionsMin", value: 1, default: 1000 },
    { name: "denyRateChangeMax", value: 1, default: 0.01 },
    { name: "matureDays", value: 5, default: 60 },
  ]);
});

describe("intervals", () => {
  test("of a share are Wilson's", () => {
    const { low, high } = shareOf(17, 65);
    expect(low).toBeCloseTo(0.1702, 3);
    expect(high).toBeCloseTo(0.3799, 3);
    expect(shareOf(0, 0).share).toBeNull();
  });

  test("of a paired change is sure where all change one way", () => {
    expect(pairedChange({ more: 32, less: 0 }, 32)).toEqual({ change: 1, low: 1, high: 1 });
    expect(pairedChange({ more: 1, less: 0 }, 20).low).toBeLessThan(0);
  });
});
