import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { nothingKnown, valueFor } from "../../../test/fixtures/example-attempt.ts";
import { noTraits, sightingOf } from "../../storage/port/sighting.ts";
import {
  firstSeenKinds,
  type IdentityKind,
  identityKinds,
  type LinkedKind,
  linkedKinds,
  outcomeKinds,
  velocityLimits,
} from "../../storage/port/velocity.ts";
import {
  deniedWindows,
  type HistoryFacts,
  historyFacts,
  links,
  lookAlikes,
  overlapKinds,
  windowNames,
} from "../velocity/facts.ts";
import { identityNames, identitySources } from "./identity-names.ts";
import { linking } from "./linking.ts";
import { outcomes } from "./outcomes.ts";
import { velocity } from "./velocity.ts";

/** Of identities together, and zero where nothing was reported. */
const ofParties = [
  "person_fraud_reports_365d",
  "device_fraud_reports_365d",
  "network_fraud_reports_365d",
  "person_fraud_ratio_365d",
  "device_fraud_ratio_365d",
  "person_legitimate_reports",
];

type Past = NonNullable<HistoryFacts["outcomes"]>;

/** Each kind with numbers of its own. */
const told = Object.fromEntries(
  outcomeKinds.map((kind, i) => [
    kind,
    { fraud: i + 1, legitimate: 10 * (i + 1), sinceFraudDays: i + 0.5 },
  ]),
) as Past;
const featureOf = (name: string, past: Past | null) =>
  valueFor(outcomes, name, { history: { ...nothingKnown, outcomes: past } });
const withEmail = (past: Past[keyof Past]) => ({ ...told, email: past });
const names = (features: readonly { name: string }[]) => features.map(({ name }) => name);
const ofIdentities = names(outcomes).filter((name) => !ofParties.includes(name));

describe("past outcomes", () => {
  test("read the fact that their name says", () => {
    for (const [i, kind] of outcomeKinds.entries()) {
      expect(featureOf(`${kind}_fraud_outcomes`, told)).toBe(i + 1);
      expect(featureOf(`${kind}_legitimate_outcomes`, told)).toBe(10 * (i + 1));
    }
    for (const kind of ["email", "phone", "device", "network"] as const) {
      expect(featureOf(`${kind}_since_fraud_days`, told)).toBe(told[kind]!.sinceFraudDays);
    }
    for (const kind of ["network", "domain", "hotel"]) {
      expect(featureOf(`${kind}_fraud_outcome_share`, told)).toBeCloseTo(1 / 11, 12);
    }
  });

  test("have these features, and no others", () => {
    expect(names(outcomes).sort()).toEqual(
      [
        ...outcomeKinds.flatMap((kind) => [
          `${kind}_fraud_outcomes`,
          `${kind}_legitimate_outcomes`,
        ]),
        ...["network", "domain", "hotel"].map((kind) => `${kind}_fraud_outcome_share`),
        ...["email", "phone", "device", "network"].map((kind) => `${kind}_since_fraud_days`),
        ...ofParties,
      ].sort(),
    );
  });

  test("are missing where none was ever reported, and where the attempt has no such identity", () => {
    for (const name of ofIdentities) expect([name, featureOf(name, null)]).toEqual([name, null]);
    for (const name of ofIdentities.filter((one) => one.startsWith("email"))) {
      expect([name, featureOf(name, withEmail(null))]).toEqual([name, null]);
    }
  });

  test("are zero of one whom nothing was reported of; a time and a share are missing", () => {
    const nobody = { fraud: 0, legitimate: 0, sinceFraudDays: null };
    const past = Object.fromEntries(outcomeKinds.map((kind) => [kind, nobody])) as Past;
    for (const name of ofIdentities) {
      expect([name, featureOf(name, past)]).toEqual([name, name.endsWith("outcomes") ? 0 : null]);
    }
    for (const name of ofParties) expect([name, featureOf(name, past)]).toEqual([name, 0]);
  });

  test.each([
    [0, 5, 0],
    [5, 0, 1],
    [1, 3, 0.25],
    [64, 64, 0.5],
  ])("of %i frauds and %i others the share is %d", (fraud, legitimate, share) => {
    const past = { ...told, hotel: { fraud, legitimate, sinceFraudDays: 1 } };
    expect(featureOf("hotel_fraud_outcome_share", past)).toBe(share);
  });

  test("count to as many as are looked at", () => {
    for (const { name, range } of outcomes.filter(({ type }) => type === "count")) {
      expect([name, ...range]).toEqual([name, 0, velocityLimits.outcomesPerIdentity]);
    }
  });

  test("come from outcomes, and from what has the identity", () => {
    const source = (name: string) => outcomes.find((one) => one.name === name)!.source;
    expect(source("email_fraud_outcomes")).toEqual(["outcomes"]);
    expect(source("device_since_fraud_days")).toEqual(["outcomes", "collection.device.deviceId"]);
    expect(source("network_fraud_outcome_share")).toEqual(["outcomes", "collection.ip"]);
    expect(source("booker_legitimate_outcomes")).toEqual([
      "outcomes",
      "request.booker.referenceId",
    ]);
  });
});

describe("reports of a person, a device and a network", () => {
  const { outcomesPerIdentity } = velocityLimits;
  const nobody = { fraud: 0, legitimate: 0, sinceFraudDays: null };
  const unrelated = Object.fromEntries(outcomeKinds.map((kind) => [kind, nobody])) as Past;
  const fraud = (count: number, sinceFraudDays: number) => ({
    fraud: count,
    legitimate: 0,
    sinceFraudDays,
  });

  test.each<[name: string, past: Partial<Past>, value: number]>([
    ["person_fraud_reports_365d", { email: fraud(1, 364) }, 1],
    ["person_fraud_reports_365d", { email: fraud(1, 365) }, 1],
    ["person_fraud_reports_365d", { email: fraud(1, 366) }, 0],
    ["person_fraud_reports_365d", { email: fraud(3, 366), phone: fraud(2, 364) }, 2],
    ["person_fraud_reports_365d", { email: fraud(2, 1), phone: fraud(3, 1), booker: null }, 3],
    ["person_fraud_reports_365d", { booker: fraud(1, 0) }, 1],
    ["person_fraud_reports_365d", { email: fraud(outcomesPerIdentity, 1) }, outcomesPerIdentity],
    ["person_fraud_reports_365d", { device: fraud(1, 1), network: fraud(1, 1) }, 0],
    ["person_fraud_reports_365d", { domain: fraud(1, 1), hotel: fraud(9, 1) }, 0],
    ["device_fraud_reports_365d", { device: fraud(2, 364) }, 2],
    ["device_fraud_reports_365d", { device: fraud(2, 366) }, 0],
    ["device_fraud_reports_365d", { device: null, email: fraud(2, 1) }, 0],
    ["network_fraud_reports_365d", { network: fraud(4, 364) }, 4],
    ["network_fraud_reports_365d", { network: fraud(4, 366) }, 0],
    ["network_fraud_reports_365d", { network: null, device: fraud(2, 1) }, 0],
    ["person_legitimate_reports", { email: { ...nobody, legitimate: 2 } }, 2],
    [
      "person_legitimate_reports",
      { email: { ...nobody, legitimate: 2 }, booker: { ...fraud(1, 1), legitimate: 5 } },
      5,
    ],
    ["person_legitimate_reports", { booker: null, phone: fraud(1, 1) }, 0],
    ["person_legitimate_reports", { device: { ...nobody, legitimate: 7 } }, 0],
  ])("%s of %j is %p", (name, past, value) => {
    expect(featureOf(name, { ...unrelated, ...past })).toBe(value);
  });

  test("are set against earlier bookings that were not denied", () => {
    const counts = (all: number, day: number) => [0, 0, day, all, all];
    const of = (party: string, attempts: Partial<HistoryFacts["attempts"]>, denied = [0, 0, 0]) => {
      const past = { ...unrelated, email: fraud(2, 364), device: fraud(3, 364) };
      const history = {
        ...nothingKnown,
        outcomes: past,
        attempts: { ...nothingKnown.attempts, ...attempts },
        denied: { person: denied, device: denied, ip: null },
      };
      return valueFor(outcomes, `${party}_fraud_ratio_365d`, { history });
    };
    expect(of("person", { email: counts(2, 2) })).toBe(2);
    expect(of("person", { email: counts(12, 3), device: counts(99, 0) })).toBe(2 / 10);
    expect(of("person", { email: counts(12, 3), phone: counts(30, 1) })).toBe(2 / 30);
    expect(of("person", { email: counts(12, 3) }, [1, 3, 5])).toBe(2 / 6);
    expect(of("device", { email: counts(99, 0) })).toBe(3);
    expect(of("device", { device: counts(101, 2) })).toBe(3 / 100);
  });

  test("a project's first report says nothing of its other guests", () => {
    for (const name of ofParties) {
      expect([name, featureOf(name, null)]).toEqual([name, 0]);
      expect([name, featureOf(name, unrelated)]).toEqual([name, 0]);
    }
  });
});

describe("velocity", () => {
  const history = {
    ...nothingKnown,
    attempts: Object.fromEntries(
      identityKinds.map((kind, k) => [kind, windowNames.map((_, w) => k * 10 + w)]),
    ) as HistoryFacts["attempts"],
    sinceLastS: Object.fromEntries(
      identityKinds.map((kind, k) => [kind, 1000 + k]),
    ) as HistoryFacts["sinceLastS"],
    firstSeenDays: { email: 1, phone: 20.5, device: 300, network: 730 },
  };

  test("reads the window and the identity of its name, each of them", () => {
    const counted = velocity.filter(({ name }) =>
      /^(?!tab_)[a-z]+_attempts_[0-9]+[mhd]$/.test(name),
    );
    for (const { name } of counted) {
      const [, kind, window] = /^([a-z]+)_attempts_([0-9a-z]+)$/.exec(name)!;
      const k = identityKinds.indexOf(kind as IdentityKind);
      const w = windowNames.indexOf(window as never);
      expect([name, valueFor(velocity, name, { history })]).toEqual([name, k * 10 + w]);
    }
    for (const kind of ["email", "phone", "device", "ip"] as const) {
      const name = `${kind}_since_last_s`;
      expect(valueFor(velocity, name, { history })).toBe(1000 + identityKinds.indexOf(kind));
    }
    const tabs = names(velocity).filter(
      (name) => name.startsWith("hotel_") && name.includes("tab"),
    );
    const bursts = ["ip_burst_24h", "network_burst_24h"];
    expect(names(velocity)).toEqual(
      expect.arrayContaining([
        ...bursts,
        "person_burst_24h",
        "device_burst_24h",
        "tab_attempts_30d",
        "replayed_visits",
      ]),
    );
    const others = bursts.length + 4;
    const ages = names(velocity).filter((name) => name.endsWith("_first_seen_days"));
    const earlier = names(velocity).filter((name) => name.endsWith("_attempts_before_24h"));
    for (const name of earlier) {
      const k = identityKinds.indexOf(name.split("_")[0] as IdentityKind);
      const [day, month] = (["24h", "30d"] as const).map((window) => windowNames.indexOf(window));
      const [inDay, inMonth] = [k * 10 + day!, k * 10 + month!];
      expect([name, valueFor(velocity, name, { history })]).toEqual([name, inMonth - inDay]);
      expect(valueFor(velocity, name, {})).toBeNull();
    }
    const denied = names(velocity).filter((name) => /_denied_|_denial_ratio_/.test(name));
    expect(velocity).toHaveLength(
      counted.length + 4 + ages.length + tabs.length + earlier.length + denied.length + others,
    );
    expect(denied).toHaveLength(19);
    expect(tabs).toHaveLength(8);
    expect(earlier).toHaveLength(5);
  });

  test.each(["network_attempts_10m", "network_attempts_7d", "domain_attempts_30d"])(
    "has %s",
    (name) => {
      expect(valueFor(velocity, name, { history })).toBeNumber();
      expect(valueFor(velocity, name, {})).toBeNull();
    },
  );
});

describe("the age of an identity", () => {
  const days = { email: 1, phone: 20.5, device: 300, network: 730 };

  test.each(firstSeenKinds)("of kind %s is read by the feature of its name", (kind) => {
    const name = `${kind}_first_seen_days`;
    const of = (history: HistoryFacts) => valueFor(velocity, name, { history });
    expect(of({ ...nothingKnown, firstSeenDays: days })).toBe(days[kind]);
    expect(of({ ...nothingKnown, firstSeenDays: { ...days, [kind]: null } })).toBeNull();
    const { firstSeenDays: _, ...older } = nothingKnown;
    expect(of(older)).toBeNull();
    expect(velocity.find((one) => one.name === name)!.range).toEqual([0, 730]);
  });
});

describe("denied attempts", () => {
  const of = (name: string, denied?: HistoryFacts["denied"]) =>
    valueFor(velocity, name, { history: { ...withoutDenied, ...(denied && { denied }) } });
  const { denied: _, ...withoutDenied } = nothingKnown;

  test.each(deniedWindows.map((window, i) => ({ window, i })))(
    "within $window",
    ({ window, i }) => {
      const denied = { person: [1, 2, 3], device: [4, 5, 6], ip: [7, 8, 9] };
      expect(of(`person_denied_${window}`, denied)).toBe(1 + i);
      expect(of(`device_denied_${window}`, denied)).toBe(4 + i);
      expect(of(`ip_denied_${window}`, denied)).toBe(7 + i);
      expect(of(`ip_denied_${window}`, { ...denied, ip: null })).toBeNull();
      expect(of(`device_denied_${window}`, { ...denied, device: null })).toBeNull();
      expect(of(`person_denied_${window}`)).toBeNull();
      expect(of(`device_denied_${window}`)).toBeNull();
    },
  );
});

describe("the ratio of denied attempts", () => {
  const counts = (all: number, day: number) => [0, 0, day, all, all];
  const of = (
    window: "24h" | "7d",
    person: number[],
    attempts: Partial<HistoryFacts["attempts"]>,
    party: "person" | "device" = "person",
  ) => {
    const all = { ...nothingKnown.attempts, ...attempts };
    const denied = { person, device: person, ip: null };
    const history = { ...nothingKnown, attempts: all, denied };
    return valueFor(velocity, `${party}_denial_ratio_${window}`, { history });
  };

  test("is their number where nothing else is older than a day, at most one for each day", () => {
    expect(of("24h", [1, 4, 4], { email: counts(9, 8) })).toBe(1);
    expect(of("24h", [3, 4, 4], { email: counts(9, 8) })).toBe(1);
    expect(of("7d", [3, 4, 4], { phone: counts(9, 8) })).toBe(4);
    expect(of("7d", [3, 9, 9], { phone: counts(9, 8) })).toBe(7);
    expect(of("7d", [0, 0, 4], { email: counts(9, 8) })).toBe(0);
  });

  test("is lower where attempts of earlier days were not denied, by the identity that has most", () => {
    expect(of("24h", [1, 1, 1], { email: counts(100, 1) })).toBe(1 / 100);
    expect(of("7d", [1, 5, 6], { booker: counts(100, 10) })).toBe(5 / 86);
    const person = { email: counts(4, 2), phone: counts(10, 1), booker: null };
    expect(of("7d", [2, 2, 2], person)).toBe(2 / 10);
    expect(of("7d", [2, 2, 2], { ...person, device: counts(100, 1) })).toBe(2 / 10);
  });

  test("counts the denied attempts of whoever has been known for a week", () => {
    const attempts = { email: counts(100, 10), phone: counts(40, 10), booker: null };
    const of = (email: number) =>
      valueFor(velocity, "person_denial_ratio_7d", {
        history: {
          ...nothingKnown,
          attempts: { ...nothingKnown.attempts, ...attempts },
          denied: { person: [8, 50, 80], device: null, ip: null },
          firstSeenDays: { email, phone: 1, device: null, network: null },
        },
      });
    expect(of(6.99)).toBe(7 / 19);
    expect(of(7)).toBe(7 / 91);
  });

  test("of a device is set against the attempts on it", () => {
    const attempts = { email: counts(100, 1), device: counts(30, 10) };
    expect(of("24h", [2, 2, 2], attempts, "device")).toBe(1 / 21);
    expect(of("7d", [2, 4, 4], attempts, "device")).toBe(4 / 19);
    const none = { ...nothingKnown, denied: { person: [0, 0, 0], device: null, ip: null } };
    expect(valueFor(velocity, "device_denial_ratio_7d", { history: none })).toBeNull();
  });

  test("is missing where the counts are", () => {
    const { denied: _, ...older } = nothingKnown;
    expect(valueFor(velocity, "person_denial_ratio_24h", { history: older })).toBeNull();
  });
});

describe("the ratio of denied attempts to those older than a week", () => {
  const hourMs = 3_600_000;
  const dayMs = 24 * hourMs;
  const weekMs = 7 * dayMs;
  const now = 100 * dayMs;
  const identities = { email: 1, phone: 2, device: 3 };
  const attemptOf = (at: number, tie: number, score: number | null) => ({
    ...sightingOf(identities, noTraits, { at, tie }),
    score,
  });
  const of = (name: string, ages: readonly [ageMs: number, score: number | null][]) => {
    const earlier = ages.map(([age, score], i) => attemptOf(now - age, i, score));
    earlier.sort((a, b) => a.at - b.at);
    const sightings = { email: earlier, phone: earlier, device: earlier };
    const read = { sightings, firstSeen: {}, outcomes: null };
    const history = historyFacts(attemptOf(now, 1000, null), read);
    return valueFor(velocity, name, { history });
  };
  const ratios = ["24h", "7d"].flatMap((window) => [
    `person_denial_ratio_${window}_before_7d`,
    `device_denial_ratio_${window}_before_7d`,
    `same_person_denial_ratio_${window}`,
  ]);

  test.each(ratios)("%s: only what is older than a week stands against a denial", (name) => {
    expect(of(name, [])).toBe(0);
    expect(of(name, [[hourMs, 80]])).toBe(1);
    const younger = Array.from({ length: 20 }, (_, i): [number, number] => [30 * hourMs + i, 10]);
    expect(of(name, [[hourMs, 80], ...younger])).toBe(1);
    expect(
      of(name, [
        [hourMs, 80],
        [weekMs, 10],
      ]),
    ).toBe(1);
    expect(
      of(name, [
        [hourMs, 80],
        [weekMs + 1, 10],
      ]),
    ).toBe(1 / 2);
    // Those denied too: otherwise a kiosk that was denied often at first would never get out of it.
    expect(
      of(name, [
        [hourMs, 80],
        [weekMs + 1, 99],
      ]),
    ).toBe(1 / 2);
    expect(of(name, [[weekMs + 1, 99]])).toBe(0);
  });

  test("of whom a week is not read, attempts of earlier days stand against denials", () => {
    const most = velocityLimits.sightingsPerIdentity;
    const ofCapped = (firstSeen: number, all: number) => {
      const counts = [0, 0, 8, all, all];
      const attempts = { ...nothingKnown.attempts, email: counts, device: counts };
      const counted = [2, 9, 12];
      const denied = { person: counted, samePerson: counted, device: counted, ip: null };
      const firstSeenDays = { email: firstSeen, phone: null, device: firstSeen, network: null };
      const history = { ...nothingKnown, attempts, denied, firstSeenDays };
      return ratios.map((name) => valueFor(velocity, name, { history }));
    };
    const [known, young] = [most - 8 + 1, most - 8 - 10 + 1];
    const each = (day: number, week: number) => [day, day, day, week, week, week];
    expect(ofCapped(7, most)).toEqual(each(1 / known, 7 / known));
    expect(ofCapped(6.9, most)).toEqual(each(1 / young, 7 / young));
    expect(ofCapped(7, most - 1)).toEqual(each(1, 7));
  });

  test("one more attempt within the week, whatever its answer, never lowers one", () => {
    const age = fc.integer({ min: 1, max: 29 * dayMs });
    const score = fc.option(fc.integer({ min: 0, max: 99 }), { nil: null });
    const past = fc.array(fc.tuple(age, score), { maxLength: 12 });
    const added = fc.tuple(fc.integer({ min: 1, max: weekMs }), score);
    fc.assert(
      fc.property(past, added, (known, one) => {
        for (const name of ratios) {
          expect(of(name, [...known, one])).toBeGreaterThanOrEqual(of(name, known)!);
        }
      }),
    );
  });

  test("is missing without a device, and of a decision that did not count denials", () => {
    const history = { ...nothingKnown, denied: { person: [1, 1, 1], device: null, ip: null } };
    expect(valueFor(velocity, "device_denial_ratio_7d_before_7d", { history })).toBeNull();
    const { denied: _, ...older } = nothingKnown;
    for (const name of ratios) {
      expect(valueFor(velocity, name, { history: older })).toBeNull();
    }
  });
});

describe("seen tabs", () => {
  const of = (name: string, seenTabs?: HistoryFacts["seenTabs"]) =>
    valueFor(velocity, name, { history: { ...withoutTabs, ...(seenTabs && { seenTabs }) } });
  const { seenTabs: _, hourTabs: __, dayTabs: ___, ...withoutTabs } = nothingKnown;

  test.each([
    [{ attempts: 0, seen: 0, unseen1h: 0 }, null, 0],
    [{ attempts: 4, seen: 1, unseen1h: 2 }, 0.25, 2],
    [{ attempts: 128, seen: 128, unseen1h: 0 }, 1, 0],
    [{ attempts: 3, seen: 0, unseen1h: 3 }, 0, 3],
  ])("of %j are a share of %p and %p without one", (seenTabs, share, unseen) => {
    expect(of("hotel_tabs_seen_share_30d", seenTabs)).toBe(share as number);
    expect(of("hotel_attempts_without_tab_1h", seenTabs)).toBe(unseen);
    expect(of("hotel_tabs_seen_share_1h", seenTabs)).toBeNull();
  });

  test("are missing of a decision that did not count them", () => {
    expect(of("hotel_tabs_seen_share_30d")).toBeNull();
    expect(of("hotel_attempts_without_tab_1h")).toBeNull();
  });
});

describe("the last hour's tabs at the hotel", () => {
  const hour = (seen: number, unseen1h: number, unseenSameStay = 0) => ({
    history: {
      ...nothingKnown,
      seenTabs: { attempts: 9, seen: 5, unseen1h },
      hourTabs: { seen, unseenSameStay },
    },
  });

  test.each([
    [0, 0, null],
    [3, 0, 1],
    [1, 3, 0.25],
    [0, 3, 0],
  ])("%p with a tab and %p without are a share of %p", (seen, unseen, share) => {
    expect(valueFor(velocity, "hotel_tabs_seen_share_1h", hour(seen, unseen))).toBe(
      share as number,
    );
  });

  test("those without one for the same nights are counted", () => {
    expect(valueFor(velocity, "hotel_same_stays_without_tab_1h", hour(0, 3, 2))).toBe(2);
    const { hourTabs: _, ...older } = nothingKnown;
    expect(valueFor(velocity, "hotel_same_stays_without_tab_1h", { history: older })).toBeNull();
    expect(valueFor(velocity, "hotel_tabs_seen_share_1h", { history: older })).toBeNull();
  });
});

describe("attempts at the hotel with a tab", () => {
  const history = {
    ...nothingKnown,
    hourTabs: { seen: 3, unseenSameStay: 1 },
    dayTabs: { seen: 20, unseen: 7 },
  };
  const of = (window: string, known: HistoryFacts) =>
    valueFor(velocity, `hotel_tabs_seen_${window}`, { history: known });

  test("are counted in the hour and in the day", () => {
    expect([of("1h", history), of("24h", history)]).toEqual([3, 20]);
    expect([of("1h", nothingKnown), of("24h", nothingKnown)]).toEqual([0, 0]);
  });

  test("are missing of a decision that did not count them", () => {
    const { hourTabs: _, dayTabs: __, ...older } = history;
    expect([of("1h", older), of("24h", older)]).toEqual([null, null]);
  });
});

describe("a burst", () => {
  const most = velocityLimits.sightingsPerIdentity;
  const dayS = 86_400;

  /** @param day of the last 24 hours. @param all of 30 days. */
  const historyOf = (day: number, all: number, oldestS: number | null): HistoryFacts => {
    const counts = [0, 0, day, day, all];
    return {
      ...nothingKnown,
      attempts: { ...nothingKnown.attempts, ip: counts, network: counts, device: counts },
      seenTabs: { attempts: all, seen: 0, unseen1h: 0 },
      dayTabs: { seen: 0, unseen: day },
      sinceOldestS: { ip: oldestS, network: oldestS, hotel: oldestS },
      ownSinceOldestS: { email: null, phone: null, booker: null, device: oldestS },
    };
  };
  const bursts = ["ip_burst_24h", "network_burst_24h", "hotel_burst_without_tab_24h"];

  const rows: [what: string, HistoryFacts, number][] = [
    ["no earlier attempt", historyOf(0, 0, null), 0],
    ["none in the last day", historyOf(0, 58, 20 * dayS), 0],
    ["the first attempts of all", historyOf(24, 24, 3600), 24 / 5],
    ["a day as all others", historyOf(2, 60, 29.5 * dayS), 2 / 7],
    ["the mean over 29 days, however young the oldest", historyOf(10, 39, 2 * dayS), 10 / 6],
    ["one below the cap", historyOf(most - 1, most - 1, 60), (most - 1) / 5],
    ["the cap within less than a day", historyOf(most, most, dayS - 1), 1],
    ["the cap within exactly a day", historyOf(most, most, dayS), 1],
    ["the cap, the oldest a second before the day", historyOf(most - 1, most, dayS + 1), 127 / 29],
    ["the cap, the oldest 2.5 days ago", historyOf(68, most, 2.5 * dayS), 68 / 45],
    ["the cap within 30 days", historyOf(12, most, 30 * dayS), 12 / 9],
  ];
  test.each(rows)("%s", (_, history, value) => {
    for (const name of bursts) {
      expect([name, valueFor(velocity, name, { history })]).toEqual([name, value]);
    }
    const [, , day, , month] = history.attempts.device!;
    // Where nothing is known of earlier days, a device that is so busy has none.
    const own = day === most && month === most ? most / 5 : value;
    expect(valueFor(velocity, "device_burst_24h", { history })).toBe(own);
  });

  test("of a person is that of the identity that has most", () => {
    const counts = (day: number, all: number) => [0, 0, day, day, all];
    const attempts = { email: counts(1, 30), phone: counts(10, 10), booker: null };
    const history = {
      ...nothingKnown,
      attempts: { ...nothingKnown.attempts, ...attempts },
      ownSinceOldestS: { email: 29.5 * dayS, phone: 3600, booker: null, device: null },
    };
    expect(valueFor(velocity, "person_burst_24h", { history })).toBe(10 / 5);
    expect(valueFor(velocity, "device_burst_24h", { history })).toBeNull();
    const { ownSinceOldestS: _, ...older } = history;
    expect(valueFor(velocity, "person_burst_24h", { history: older })).toBeNull();
  });

  test("at a hotel is of the attempts without a tab, and of the days that all attempts span", () => {
    const of = (seen: number, day: { seen: number; unseen: number }, all = 58) =>
      valueFor(velocity, "hotel_burst_without_tab_24h", {
        history: {
          ...historyOf(0, 0, 3 * dayS),
          seenTabs: { attempts: all, seen, unseen1h: 0 },
          dayTabs: day,
        },
      });
    expect(of(0, { seen: 0, unseen: 0 })).toBe(0);
    expect(of(58, { seen: 30, unseen: 0 })).toBe(0);
    expect(of(19, { seen: 19, unseen: 10 })).toBe(10 / 6);
    expect(of(100, { seen: 90, unseen: 20 }, most)).toBe(20 / 9);
  });

  test("is missing without the identity, and of a decision that did not compare", () => {
    const history = historyOf(3, 9, dayS);
    const { ip: _, ...attempts } = history.attempts;
    const value = (name: string, known: HistoryFacts) =>
      valueFor(velocity, name, { history: known });
    expect(value("ip_burst_24h", { ...history, attempts: { ...attempts, ip: null } })).toBeNull();
    const { sinceOldestS: __, ...older } = history;
    for (const name of bursts) expect([name, value(name, older)]).toEqual([name, null]);
    const { dayTabs: ___, ...uncounted } = history;
    expect(value("hotel_burst_without_tab_24h", uncounted)).toBeNull();
  });
});

test("uses of a tab are those of 30 days, and zero where none was sent", () => {
  const of = (collection: number[] | null) =>
    valueFor(velocity, "tab_attempts_30d", {
      history: { ...nothingKnown, attempts: { ...nothingKnown.attempts, collection } },
    });
  expect(of([0, 1, 2, 3, 9])).toBe(9);
  expect(of([0, 0, 0, 0, 0])).toBe(0);
  expect(of(null)).toBe(0);
});

test("unrelated parties on a device are those of their window, missing of older decisions", () => {
  const history = { ...nothingKnown, parties: { "24h": 3, "30d": 30 } };
  expect(valueFor(linking, "unrelated_parties_per_device_24h", { history })).toBe(3);
  expect(valueFor(linking, "unrelated_parties_per_device_30d", { history })).toBe(30);
  const { parties: _, ...older } = nothingKnown;
  expect(valueFor(linking, "unrelated_parties_per_device_30d", { history: older })).toBeNull();
  expect(valueFor(linking, "unrelated_parties_per_device_30d", {})).toBeNull();
});

describe("what is counted on a device, or reported", () => {
  const counted = ["emails", "names", "phones"] as const;
  const placeOf = (of: (typeof counted)[number]) =>
    links.findIndex(({ of: one, by, window }) => `${one}s ${by} ${window}` === `${of} device 30d`);
  const fraud = (count: number, sinceFraudDays = 100) => ({
    fraud: count,
    legitimate: 0,
    sinceFraudDays,
  });
  const nobody = Object.fromEntries(outcomeKinds.map((kind) => [kind, null])) as Past;

  /** Of a device with so many mailboxes, names, phone numbers and parties. */
  function valuesOf(count: number | null, past: Partial<Past> | null): (number | null)[] {
    const distinct = links.map(() => 9 as number | null);
    for (const of of counted) distinct[placeOf(of)] = count;
    const history = {
      ...nothingKnown,
      distinct,
      parties: count === null ? null : { "24h": 9, "30d": count },
      outcomes: past && { ...nobody, ...past },
    };
    return [...counted, "unrelated_parties" as const].map((of) =>
      valueFor(linking, `${of}_per_device_30d_or_reported`, { history }),
    );
  }
  const all = (value: number | null) => [value, value, value, value];

  test.each<[past: Partial<Past> | null, value: number]>([
    [null, 1],
    [{}, 1],
    [{ device: fraud(1) }, 2],
    [{ device: fraud(1, 365) }, 2],
    [{ device: fraud(1, 366) }, 1],
    // Reports of the person's own attempts are of nobody else.
    [{ device: fraud(1), email: fraud(1) }, 1],
    [{ device: fraud(3), phone: fraud(3) }, 1],
    [{ device: fraud(3), booker: fraud(2), email: fraud(1) }, 2],
    [{ device: fraud(1), email: fraud(1, 366) }, 2],
    [{ email: fraud(2), network: fraud(2) }, 1],
  ])("after the reports %j, a device with one of each has %p", (past, value) => {
    expect(valuesOf(1, past)).toEqual(all(value));
  });

  test("is not counted twice, and is missing without the device", () => {
    expect(valuesOf(2, { device: fraud(1) })).toEqual(all(2));
    expect(valuesOf(5, { device: fraud(9) })).toEqual(all(5));
    expect(valuesOf(null, { device: fraud(1) })).toEqual(all(null));
  });
});

describe("linking", () => {
  const one = (name: string) => linking.find((feature) => feature.name === name)!;

  test("counts cities, networks and domains by their own names", () => {
    expect(names(linking)).toContainValues([
      "cities_per_device_30d",
      "cities_per_email_30d",
      "networks_per_domain_30d",
      "emails_per_network_24h",
      "emails_per_domain_24h",
      "hotels_per_network_7d",
      "hotels_per_phone_24h",
      "hotels_per_name_24h",
    ]);
    expect(one("cities_per_email_30d").unit).toBe("cities");
  });

  test("reads the hotels of a phone number and of a name", () => {
    const distinct = links.map((_, place) => 10 + place);
    for (const by of ["phone", "name"] as const) {
      const place = links.findIndex((link) => link.of === "hotel" && link.by === by);
      const name = `hotels_per_${by}_24h`;
      expect(valueFor(linking, name, { history: { ...nothingKnown, distinct } })).toBe(10 + place);
      expect(valueFor(linking, name, {})).toBeNull();
      expect(one(name).source).toEqual(["history"]);
    }
  });

  test("reads overlapping stays of the identity that the name says", () => {
    const overlapping = { email: 1, phone: 2, name: 3, device: null };
    const history = { ...nothingKnown, overlapping };
    for (const kind of overlapKinds) {
      const name = `overlapping_stays_per_${kind}_30d`;
      expect(valueFor(linking, name, { history })).toBe(overlapping[kind]);
    }
  });

  test("reads look-alikes of the identity and window that the name says", () => {
    const lookAlike = lookAlikes.map((_, place) => 10 + place);
    for (const [place, { by, window }] of lookAlikes.entries()) {
      const name = `look_alikes_per_${by}_${window}`;
      expect(valueFor(linking, name, { history: { ...nothingKnown, lookAlike } })).toBe(10 + place);
      const without = lookAlike.map((count, i) => (i === place ? null : count));
      const history = { ...nothingKnown, lookAlike: without };
      expect(valueFor(linking, name, { history })).toBeNull();
      const { lookAlike: _, ...older } = nothingKnown;
      expect(valueFor(linking, name, { history: older })).toBeNull();
      expect(one(name).range).toEqual([0, velocityLimits.sightingsPerIdentity]);
      expect(one(name).missing).toContain(identityNames[by]);
    }
  });

  test("says of both that it needs them", () => {
    const { missing, source } = one("cities_per_device_30d");
    expect(missing).toContain(identityNames.device);
    expect(missing).toContain(identityNames.city);
    expect(source).toEqual(["history", "collection.device.deviceId", "request.hotel.address"]);
  });

  test("names no source twice", () => {
    expect(one("emails_per_network_24h").source).toEqual(["history", "collection.ip"]);
    for (const { source } of linking) expect(new Set(source).size).toBe(source.length);
  });
});

test("each kind of identity has a name of its own", () => {
  const kinds = Object.keys(identityNames) as LinkedKind[];
  expect(kinds.sort()).toEqual([...linkedKinds, "card"].sort() as LinkedKind[]);
  expect(new Set(Object.values(identityNames)).size).toBe(kinds.length);
  expect(Object.keys(identitySources).sort()).toEqual(kinds);
});
