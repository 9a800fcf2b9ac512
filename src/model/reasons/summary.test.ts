import { describe, expect, test } from "bun:test";
import { catalogue } from "../../risk/features/index.ts";
import { type Contribution, contributionOf } from "./contribution.ts";
import { leadingClause, summaryOf } from "./summary.ts";

/** @param usual the typical value. @param alone of definite evidence. */
function contribution(
  name: string,
  value: number | null,
  points: number,
  usual: number | null = null,
  alone: number | null = null,
): Contribution {
  const feature = catalogue.find((one) => one.name === name)!;
  return contributionOf(feature, {
    value,
    usual: { value: usual, mean: usual, missing: 0 },
    points,
    alone,
  });
}

const byModel = { riskSetting: "balanced", listMatches: null, controlGroup: null };
const denied = { suggestedAction: "deny", riskScore: 90, ...byModel } as const;
const allowed = { suggestedAction: "allow", riskScore: 20, ...byModel } as const;

describe("a denied booking", () => {
  test("names definite evidence first, then what raises the score most, in the trade's words", () => {
    const { sentence, top } = summaryOf(denied, [
      contribution("device_fraud_outcomes", 1, 0.3, 0, 20),
      contribution("landing_to_submit_s", 0.5, 14, 100),
      contribution("emails_per_device_24h", 5, 9, 1),
      contribution("nights", 1, 2, 3),
      contribution("email_is_disposable", 0, -3, 0),
    ]);
    expect(sentence).toBe(
      "Denied: a fraud was reported for the same device; the booking came 0.5 seconds after arrival; " +
        "5 different e-mail addresses from this device in the last 24 hours.",
    );
    expect(top.map(({ feature, points, isDefinite }) => [feature, points, isDefinite])).toEqual([
      ["device_fraud_outcomes", 0.3, true],
      ["landing_to_submit_s", 14, false],
      ["emails_per_device_24h", 9, false],
    ]);
  });

  test("has definite evidence among its reasons even where it lowers the score", () => {
    const { sentence, top } = summaryOf(denied, [
      contribution("device_is_automated", 1, -2, 0, 12),
      contribution("landing_to_submit_s", 0.5, 40, 100),
    ]);
    expect(sentence).toStartWith(
      "Denied: a program controls the browser (webdriver); the booking came 0.5",
    );
    expect(top[0]).toMatchObject({ feature: "device_is_automated", points: -2, isDefinite: true });
  });

  test("says so where only combinations count", () => {
    const { sentence } = summaryOf(denied, [contribution("lead_time_days", 60, 40, 24)]);
    expect(sentence).toBe("Denied for several facts in combination: time until check-in: 60 days.");
  });

  test("is not explained by what is unknown, nor by a measurement that says nothing to a person", () => {
    const unreadable = [
      contribution("landing_to_submit_s", null, 40, 100),
      contribution("since_submit_s", 0.1, 30, 4),
    ];
    const { sentence, top } = summaryOf(denied, unreadable);
    expect(sentence).toBe("Denied: no single known fact stands out.");
    expect(top).toEqual([]);
    const both = summaryOf(denied, [...unreadable, contribution("emails_per_device_24h", 5, 3, 1)]);
    expect(both.top.map(({ feature }) => feature)).toEqual(["emails_per_device_24h"]);
  });

  test("names the strongest single cause first, also where another group adds more in all", () => {
    const { sentence, top } = summaryOf(denied, [
      contribution("has_referrer", 0, 10, 1),
      contribution("landing_to_submit_s", 0.5, 9, 100),
      contribution("pages_viewed", 1, 8, 5),
      contribution("emails_per_device_24h", 5, 14, 1),
    ]);
    expect(sentence).toStartWith("Denied: 5 different e-mail addresses from this device");
    expect(top[0]!.feature).toBe("emails_per_device_24h");
  });

  test("names definite evidence last where it adds next to nothing, even by itself", () => {
    const { top } = summaryOf(denied, [
      contribution("user_agent_is_automated", 1, 0.3, 0, 0.2),
      contribution("emails_per_device_24h", 5, 14, 1),
    ]);
    expect(top.map(({ feature }) => feature)).toEqual([
      "emails_per_device_24h",
      "user_agent_is_automated",
    ]);
  });
});

describe("an allowed booking", () => {
  test("names what lowers the score", () => {
    const { sentence, top } = summaryOf(allowed, [
      contribution("lead_time_days", 60, -6, 24),
      contribution("has_referrer", 1, -2, 1),
      contribution("nights", 1, 1, 3),
    ]);
    expect(sentence).toBe("Allowed: check-in is 60 days away; the visit has a referrer.");
    expect(top.map(({ feature }) => feature)).toEqual(["lead_time_days", "has_referrer"]);
  });

  test("names what speaks against it", () => {
    const lowering = contribution("lead_time_days", 60, -6, 24);
    const fraud = contribution("device_fraud_outcomes", 1, 4, 0, 4);
    expect(summaryOf(allowed, [lowering, fraud]).sentence).toBe(
      "Allowed: check-in is 60 days away, although a fraud was reported for the same device.",
    );
    const fast = contribution("landing_to_submit_s", 1, 12, 100);
    expect(summaryOf(allowed, [lowering, fast]).sentence).toBe(
      "Allowed: check-in is 60 days away, although the booking came 1 second after arrival.",
    );
    expect(summaryOf(allowed, [fast]).sentence).toBe(
      "Allowed: few facts speak against the booking, although the booking came 1 second after arrival.",
    );
  });
});

describe("an allowed booking with a score above 50", () => {
  const raised = { suggestedAction: "allow", riskScore: 74, ...byModel } as const;
  const burst = contribution("emails_per_device_24h", 5, 17, 1);
  const early = contribution("lead_time_days", 60, -20, 24);

  test("says first what raised it, then what lowered it", () => {
    const { sentence, top } = summaryOf(raised, [early, burst]);
    expect(sentence).toBe(
      "Allowed with a raised score: 5 different e-mail addresses from this device in the last 24 hours. " +
        "In its favour: check-in is 60 days away.",
    );
    expect(top.map(({ feature }) => feature)).toEqual(["emails_per_device_24h"]);
  });

  test("has no definite evidence in its favour, even where that lowers the score", () => {
    const driven = contribution("device_is_automated", 1, -2, 0, 12);
    expect(summaryOf(raised, [burst, driven]).sentence).not.toContain("In its favour");
    expect(summaryOf(allowed, [driven]).sentence).toBe(
      "Allowed: few facts speak against the booking, although a program controls the browser (webdriver).",
    );
  });

  test("is told as any other at 50", () => {
    expect(summaryOf({ ...raised, riskScore: 50 }, [early, burst]).sentence).toStartWith(
      "Allowed: check-in is 60 days away, although 5 different",
    );
  });

  test("says so where nothing known raised it", () => {
    expect(summaryOf(raised, [contribution("since_submit_s", 0.1, 30, 4)]).sentence).toBe(
      "Allowed with a raised score: no single known fact stands out.",
    );
  });
});

describe("definite evidence", () => {
  test.each<[number, number, string]>([
    [12, 12, "A program controls the browser."],
    [
      0.3,
      12,
      "A program controls the browser. On its own it adds 12 points; other evidence already covers most of that.",
    ],
    [
      -2,
      12,
      "A program controls the browser. On its own it adds 12 points; other evidence already covers that.",
    ],
    [-2, 0, "The model gives it no weight on its own."],
  ])("with %p points, and %p by itself", (points, alone, why) => {
    expect(contribution("device_is_automated", 1, points, 0, alone).why).toBe(why);
  });
});

describe("a value", () => {
  test.each<[string, number | null, number | null, number, string]>([
    [
      "lead_time_days",
      1,
      24,
      8,
      "Fraud books for tonight or the next days, before the cardholder sees the charge.",
    ],
    ["lead_time_days", 60, 24, 8, "Common on its own; it counts in combination with other facts."],
    ["lead_time_days", 60, 24, -8, "Guests book this far ahead."],
    [
      "lead_time_days",
      1,
      24,
      -8,
      "Usually a sign of fraud, but it counts less in combination with other facts.",
    ],
    [
      "email_since_last_s",
      null,
      null,
      10,
      "Common on its own; it counts in combination with other facts.",
    ],
    [
      "viewport_is_screen",
      1,
      0,
      -9,
      "Usually a sign of fraud, but it counts less in combination with other facts.",
    ],
    ["automation_traces", null, 0, 3, "Unknown; it counts in combination with other facts."],
    [
      "booker_is_referenced",
      0,
      0,
      0.5,
      "Common on its own; it counts in combination with other facts.",
    ],
  ])("%s of %p, typically %p, with %p points", (name, value, usual, points, why) => {
    expect(contribution(name, value, points, usual).why).toBe(why);
  });
});

test("where an entry of a list decided, the sentence says so, and what the score alone says", () => {
  const early = contribution("landing_to_submit_s", 0.5, 14, 100);
  const listed = (kind: "deny" | "allow" | "watch") =>
    JSON.stringify([{ kind, entryId: "lst_1", version: 1 }]);
  const { sentence, top } = summaryOf({ ...denied, riskScore: 20, listMatches: listed("deny") }, [
    early,
  ]);
  expect(sentence).toStartWith(
    "Denied by an entry of the deny list. By its score it would be allowed: ",
  );
  expect(top).toEqual(summaryOf(allowed, [early]).top);
  expect(
    summaryOf({ ...allowed, riskScore: 90, listMatches: listed("allow") }, [early]).sentence,
  ).toBe(
    `Allowed by an entry of the allow list. By its score it would be d${summaryOf(denied, [early]).sentence.slice(1)}`,
  );
  expect(summaryOf({ ...allowed, listMatches: listed("watch") }, [early])).toEqual(
    summaryOf(allowed, [early]),
  );
});

describe("the clause of a list", () => {
  const fraud = contribution("device_fraud_outcomes", 1, 40, 0, 40);
  const fast = contribution("landing_to_submit_s", 0.5, 14, 100);
  const early = contribution("lead_time_days", 60, -6, 24);
  const listed = (kind: string) => ({
    ...denied,
    listMatches: JSON.stringify([{ entryId: "lst_1", kind, type: "device", version: 1 }]),
  });

  test.each([
    [denied, [fraud, fast], "a fraud was reported for the same device"],
    [denied, [fast], "the booking came 0.5 seconds after arrival"],
    [denied, [contribution("lead_time_days", 60, 40, 24)], "time until check-in: 60 days"],
    [denied, [], "no single known fact stands out"],
    [allowed, [early], "check-in is 60 days away"],
    [allowed, [], "few facts speak against the booking"],
    [{ ...allowed, riskScore: 60 }, [fast, early], "the booking came 0.5 seconds after arrival"],
    [listed("deny"), [fast], "an entry of the deny list"],
    [{ ...listed("pass"), suggestedAction: "allow" }, [fraud], "a one-time pass"],
  ])("%#", (answered, contributions, clause) => {
    expect(leadingClause(summaryOf(answered, contributions))).toBe(clause);
  });
});

test("the facts of a page are sentences, four at most, with what speaks against an allowed booking first", () => {
  const contributions = [
    contribution("device_fraud_outcomes", 1, 40, 0, 40),
    contribution("landing_to_submit_s", 0.5, 14, 100),
    contribution("emails_per_device_24h", 5, 13, 1),
    contribution("lead_time_days", 1, 12, 24),
    contribution("nights", 1, 11, 3),
    contribution("has_referrer", 1, -12, 0),
  ];
  const textsOf = (answered: Parameters<typeof summaryOf>[0]) =>
    summaryOf(answered, contributions).facts!.map(({ text, points }) => [text, points]);
  const raising = [
    ["A fraud was reported for the same device.", 40],
    ["The booking came 0.5 seconds after arrival.", 14],
    ["5 different e-mail addresses from this device in the last 24 hours.", 13],
  ];
  expect(textsOf(denied)).toEqual([...raising, ["Check-in is tomorrow.", 12]]);
  expect(textsOf({ ...allowed, riskScore: 60 })).toEqual([
    ...raising,
    ["The visit has a referrer.", -12],
  ]);
  expect(textsOf(allowed)).toEqual([raising[0]!, ["The visit has a referrer.", -12]]);
  expect(summaryOf(denied, []).facts).toEqual([]);
});
