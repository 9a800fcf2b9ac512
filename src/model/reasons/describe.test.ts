import { describe, expect, test } from "bun:test";
import { catalogue } from "../../risk/features/index.ts";
import { describeFeature, describeTypical, formatAmount, phraseOf } from "./describe.ts";

const feature = (name: string) => catalogue.find((one) => one.name === name)!;

describe("a feature in words", () => {
  test.each(catalogue.map(({ name }) => name))(
    "%s has a phrase of its own, of its kind",
    (name) => {
      const one = feature(name);
      const phrase = phraseOf(one);
      if (one.type === "flag") expect(phrase).toHaveProperty("yes");
      else expect(phrase).not.toHaveProperty("yes");
      expect(JSON.stringify(phrase)).not.toContain(one.meaning.slice(0, 20));
      for (const value of [0, 1, 7.25, null]) {
        const text = describeFeature(one, value);
        expect(text).toMatch(/^[a-z0-9]/);
        expect(text).not.toMatch(/[#_]|undefined|NaN| {2}|\.$/);
      }
      if ("many" in phrase) expect(describeFeature(one, 7)).toContain("7 ");
      expect(describeFeature(one, null)).toStartWith(phrase.unknown ?? "unknown");
    },
  );

  test.each<[string, number | null, string]>([
    [
      "emails_per_device_24h",
      5,
      "5 different e-mail addresses from this device in the last 24 hours",
    ],
    ["emails_per_device_24h", 1, "1 e-mail address from this device in the last 24 hours"],
    [
      "names_per_device_30d_or_reported",
      2,
      "2 different bookers' names from this device in the last 30 days, counting any other booker reported for fraud",
    ],
    [
      "unrelated_parties_per_device_30d_or_reported",
      1,
      "1 party of bookers from this device in the last 30 days, and no other one reported for fraud",
    ],
    ["ip_attempts_10m", 0, "no earlier attempt from this IP address in the last 10 minutes"],
    ["hotel_attempts_1h", 12, "12 earlier attempts at this hotel in the last hour"],
    ["email_since_last_s", 90, "time since the last attempt with this e-mail address: 90 seconds"],
    ["email_is_disposable", 1, "the e-mail address is disposable"],
    ["ip_in_billing_country", 0, "the IP address is not in the billing country"],
    ["ip_in_billing_country", null, "unknown whether the IP address is in the billing country"],
    ["device_fraud_outcomes", 2, "2 frauds reported from this device"],
    [
      "network_fraud_outcome_share",
      0.5,
      "fraud rate of outcomes reported from this IP network: 50%",
    ],
    [
      "hotel_fraud_rate_past_30d",
      0.02,
      "fraud rate of attempts at this hotel, estimated from its reports in the 30 days before and the project's average: 0.02",
    ],
    [
      "device_fraud_rate_365d",
      0.02,
      "fraud rate of attempts from this device, estimated from earlier ones and the project's average: 0.02",
    ],
    [
      "overlapping_stays_per_email_30d",
      1,
      "1 earlier attempt with this e-mail address for overlapping nights at another hotel",
    ],
    [
      "ip_burst_24h",
      24.4,
      "attempts from this IP address in the last 24 hours, relative to its earlier daily average: 24",
    ],
    [
      "hotel_burst_without_tab_24h",
      1.5,
      "attempts at this hotel without telemetry in the last 24 hours, relative to their earlier daily average: 1.5",
    ],
    ["hotel_tabs_seen_1h", 0, "no earlier attempt at this hotel in the last hour with telemetry"],
    ["replayed_visits", 1, "1 other visit with the very same typing or pointer movements"],
    ["replayed_visits", 2, "2 other visits with the very same typing or pointer movements"],
    ["tab_attempts_30d", 3, "3 earlier attempts with the same collection ID in the last 30 days"],
    [
      "person_fraud_reports_365d",
      2,
      "2 frauds reported with this e-mail address, phone number or account, the latest in the last 365 days",
    ],
    ["device_fraud_reports_365d", 1, "1 fraud reported from this device in the last 365 days"],
    [
      "person_legitimate_reports",
      0,
      "no legitimate stay reported with this e-mail address, phone number or account",
    ],
    ["device_denied_7d", 2, "2 attempts from this device scored 75 or higher in the last 7 days"],
    [
      "device_denial_ratio_7d",
      0.25,
      "attempts from this device that scored 75 or higher in the last 7 days, divided by one more than the attempts older than 24 hours: 0.25",
    ],
    [
      "device_fraud_ratio_365d",
      0.5,
      "frauds reported from this device, divided by one more than the attempts older than 24 hours that scored below 75: 0.5",
    ],
    [
      "same_person_denial_ratio_24h",
      1,
      "attempts with this e-mail address, phone number or account, and another trait in common, that scored 75 or higher in the last 24 hours, divided by one more than the attempts older than 7 days: 1",
    ],
    ["hotels_per_phone_24h", 3, "3 different hotels with this phone number in the last 24 hours"],
    ["random_typing_fields", 2, "2 of first name, last name and mailbox look typed at random"],
    ["random_typing_fields", 0, "no two of first name, last name and mailbox look typed at random"],
    ["form_fill_s", null, "unknown: form completion time"],
    ["pages_viewed", null, "unknown number of pages viewed"],
    ["email_fraud_outcomes", null, "no outcome reported with this e-mail address"],
    ["local_hour", 13.5, "local time in the browser: 13:00"],
  ])("%s of %p", (name, value, text) => expect(describeFeature(feature(name), value)).toBe(text));

  test.each<[number, string, string]>([
    [0.034, "s", "0.034 seconds"],
    [1, "s", "1 second"],
    [119, "s", "119 seconds"],
    [120, "s", "2 minutes"],
    [9000, "s", "2.5 hours"],
    [864_000, "s", "10 days"],
    [-7200, "s", "−2 hours"],
    [0.256, "share", "26%"],
    [1, "days", "1 day"],
    [180, "ms", "180 ms"],
    [0.25, "GB", "0.25 GB"],
  ])("%p %s", (value, unit, text) => expect(formatAmount(value, unit)).toBe(text));

  test("beside the typical value", () => {
    const usual = (value: number | null) => ({ value, mean: value, missing: 0 });
    const nights = feature("nights");
    expect(describeTypical(nights, 5, usual(1))).toBe("typical 1");
    expect(describeTypical(nights, 1, usual(1))).toBeNull();
    expect(describeTypical(nights, null, usual(1))).toBe("typically known");
    expect(describeTypical(feature("email_fraud_outcomes"), null, usual(0))).toBe("unusual");
    expect(describeTypical(nights, 5, usual(null))).toBe("typically unknown");
    expect(describeTypical(nights, null, usual(null))).toBeNull();
    expect(describeTypical(feature("is_deep_link"), 1, usual(0))).toBe("unusual");
    expect(describeTypical(feature("is_deep_link"), 0, usual(1))).toBe("unusual");
    expect(describeTypical(feature("children_share"), 0.5, usual(0.25))).toBe("typical 25%");
  });
});
