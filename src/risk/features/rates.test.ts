import { describe, expect, test } from "bun:test";
import { nothingKnown, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { HotelDays } from "../../storage/port/velocity.ts";
import type { HistoryFacts } from "../velocity/facts.ts";
import { rates } from "./rates.ts";

const days: HotelDays = {
  delayDays: 7,
  attempts: [2, 10, 40, 500],
  attemptsThen: [1, 9, 39, 399],
  frauds: [0, 1, 3, 4],
  firstSeenDays: 400,
  project: { attemptsThen: 1000, frauds: 20 },
};

const ofHistory = (name: string, history: Partial<HistoryFacts>) =>
  valueFor(rates, name, { history: { ...nothingKnown, ...history } });

/** The values of the definition, computed by hand: the project's rate is 20 of 1000. */
test.each([
  ["hotel_attempts_past_1d", 2],
  ["hotel_attempts_past_7d", 10],
  ["hotel_attempts_past_30d", 40],
  ["hotel_fraud_rate_past_1d", (0 + 0.02) / 2],
  ["hotel_fraud_rate_past_7d", (1 + 0.02) / 10],
  ["hotel_fraud_rate_past_30d", (3 + 0.02) / 40],
  ["hotel_fraud_rate_past_365d", (4 + 0.02) / 400],
  ["hotel_first_seen_days", 400],
])("%s is %p", (name, expected) => {
  expect(ofHistory(name, { days })).toBe(expected);
  expect(ofHistory(name, {})).toBeNull();
});

describe("the rate of a hotel", () => {
  const rate = (changes: Partial<HotelDays>) =>
    ofHistory("hotel_fraud_rate_past_7d", { days: { ...days, ...changes } });

  test("is the project's where nothing is known of the hotel", () => {
    expect(rate({ attemptsThen: [0, 0, 0, 0], frauds: [0, 0, 0, 0] })).toBe(0.02);
  });

  test("is not below that of no fraud where more were withdrawn than reported", () => {
    expect(rate({ frauds: [-2, -2, -2, -2] })).toBe(0.02 / 10);
  });

  test("is drawn to 0 where the project has no attempts as old, no frauds, or fewer than none", () => {
    for (const project of [
      { attemptsThen: 0, frauds: 0 },
      { attemptsThen: 0, frauds: 3 },
      { attemptsThen: 10, frauds: 0 },
      { attemptsThen: 10, frauds: -1 },
    ]) {
      expect(rate({ project })).toBe(1 / 10);
    }
  });

  test("is drawn to 1 at most", () => {
    expect(rate({ project: { attemptsThen: 2, frauds: 5 } })).toBe((1 + 1) / 10);
  });
});

describe("the rate of an identity", () => {
  const past = { fraud: 2, legitimate: 5, sinceFraudDays: 365 };
  const attempts = { ...nothingKnown.attempts, network: [0, 0, 1, 2, 9] };
  const outcomes = {
    email: null,
    phone: null,
    booker: null,
    device: null,
    domain: null,
    hotel: null,
  };
  const rate = (of: Partial<typeof past>, more: Partial<HistoryFacts> = {}) =>
    ofHistory("network_fraud_rate_365d", {
      days,
      attempts,
      outcomes: { ...outcomes, network: { ...past, ...of } },
      ...more,
    });

  test("is of all reports, where the latest is a year old at most, over the month's attempts", () => {
    expect(rate({})).toBe((2 + 0.02) / 10);
    expect(rate({ sinceFraudDays: 365.01 })).toBe(0.02 / 10);
  });

  test("is missing without the identity, without outcomes, and without earlier days", () => {
    expect(rate({}, { attempts: nothingKnown.attempts })).toBeNull();
    expect(rate({}, { outcomes: null })).toBeNull();
    expect(ofHistory("network_fraud_rate_365d", { attempts })).toBeNull();
  });

  test("is of the card where one is sent", () => {
    const card = {
      attempts: [0, 0, 0, 1, 3],
      sinceLastS: 1,
      firstSeenDays: 1,
      distinct: [],
      cards: [],
      denied: [],
      outcomes: { ...past, sinceFraudDays: 1 },
    };
    expect(ofHistory("card_fraud_rate_365d", { days, card })).toBe((2 + 0.02) / 4);
    expect(ofHistory("card_fraud_rate_365d", { days })).toBeNull();
  });
});
