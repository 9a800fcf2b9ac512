import { describe, expect, test } from "bun:test";
import { catalogue } from "../features/index.ts";
import { amount, phraseOf, said, saidUsual } from "./said.ts";
import { sentenceOf } from "./sentence.ts";

const feature = (name: string) => catalogue.find((one) => one.name === name)!;

describe("a feature in plain words", () => {
  test.each(catalogue.map(({ name }) => name))("%s has some of its own, of its kind", (name) => {
    const one = feature(name);
    const phrase = phraseOf(one);
    if (one.type === "flag") expect(phrase).toHaveProperty("yes");
    else expect(phrase).not.toHaveProperty("yes");
    expect(JSON.stringify(phrase)).not.toContain(one.meaning.slice(0, 20));
    for (const value of [0, 1, 7.25, null]) {
      const text = said(one, value);
      expect(text).toMatch(/^[a-z0-9]/);
      expect(text).not.toMatch(/[#_]|undefined|NaN| {2}|\.$/);
    }
    if ("many" in phrase) expect(said(one, 7)).toContain("7 ");
    expect(said(one, null)).toStartWith("not known");
  });

  test.each<[string, number | null, string]>([
    ["emails_per_device_24h", 5, "5 different e-mail addresses from this device in 24 hours"],
    ["emails_per_device_24h", 1, "1 e-mail address from this device in 24 hours"],
    ["ip_attempts_10m", 0, "no earlier attempt from this IP address in 10 minutes"],
    ["hotel_attempts_1h", 12, "12 earlier attempts at this hotel in an hour"],
    ["email_since_last_s", 90, "time since the last attempt with this e-mail address: 90 seconds"],
    ["email_is_disposable", 1, "the e-mail address is of a provider of throw-away addresses"],
    ["ip_in_billing_country", 0, "the visitor's IP address is not in the billing country"],
    [
      "ip_in_billing_country",
      null,
      "not known whether the visitor's IP address is in the billing country",
    ],
    ["device_fraud_outcomes", 2, "2 frauds reported earlier from this device"],
    ["network_fraud_outcome_share", 0.5, "fraud among what was reported from this network: 50 %"],
    [
      "overlapping_stays_per_email_30d",
      1,
      "1 earlier attempt with this e-mail address at another hotel for some of the same nights",
    ],
    ["form_fill_s", null, "not known: time from the first field to sending the form"],
    ["pages_viewed", null, "not known: pages viewed"],
    ["local_hour", 13.5, "time of day where the browser is: 13 o'clock"],
  ])("%s of %p", (name, value, text) => expect(said(feature(name), value)).toBe(text));

  test.each<[number, string, string]>([
    [0.034, "s", "0.034 seconds"],
    [1, "s", "1 second"],
    [119, "s", "119 seconds"],
    [120, "s", "2 minutes"],
    [9000, "s", "2.5 hours"],
    [864_000, "s", "10 days"],
    [-7200, "s", "-2 hours"],
    [0.256, "share", "26 %"],
    [1, "days", "1 day"],
    [180, "ms", "180 ms"],
    [0.25, "GB", "0.25 GB"],
  ])("%p %s", (value, unit, text) => expect(amount(value, unit)).toBe(text));

  test("beside what is usual", () => {
    const usual = (value: number | null) => ({ value, mean: value, missing: 0 });
    const nights = feature("nights");
    expect(saidUsual(nights, 5, usual(1))).toBe("usually 1");
    expect(saidUsual(nights, 1, usual(1))).toBeNull();
    expect(saidUsual(nights, null, usual(1))).toBe("usually known");
    expect(saidUsual(nights, 5, usual(null))).toBe("usually not known");
    expect(saidUsual(nights, null, usual(null))).toBeNull();
    expect(saidUsual(feature("is_deep_link"), 1, usual(0))).toBe("usually not");
    expect(saidUsual(feature("is_deep_link"), 0, usual(1))).toBe("usually otherwise");
    expect(saidUsual(feature("children_share"), 0.5, usual(0.25))).toBe("usually 25 %");
  });
});

describe("a sentence", () => {
  const telling = (points: number, text: string, isUsual = false) => ({ points, text, isUsual });

  test.each<[number, ReturnType<typeof telling>[], string]>([
    [
      12.2,
      [telling(9, "a"), telling(-3, "b"), telling(2, "c"), telling(1, "d")],
      "Raises the score by 12 points: a; c.",
    ],
    [-1, [telling(9, "a"), telling(-3, "b")], "Lowers the score by 1 point: b."],
    [0.4, [telling(0.2, "a")], "Raises the score by less than a point: a."],
    [5, [telling(4, "a", true), telling(1, "b")], "Raises the score by 5 points: b."],
    [5, [telling(4, "a", true)], "Raises the score by 5 points: a."],
    [5, [], "Raises the score by 5 points: no single feature does, all of them together do."],
    [-0.01, [telling(4, "a")], "Leaves the score as it is."],
  ])("of %p points", (points, features, text) => expect(sentenceOf(points, features)).toBe(text));
});
