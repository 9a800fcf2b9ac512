import { describe, expect, test } from "bun:test";
import {
  firstSeenKinds,
  type IdentityKind,
  identityKinds,
  type LinkedKind,
  outcomeKinds,
  velocityLimits,
} from "../storage/velocity.ts";
import { type HistoryFacts, lookAlikes, overlapKinds, windowNames } from "../velocity/facts.ts";
import { nothingKnown, valueFor } from "./example-attempt.ts";
import { identityNames, identitySources } from "./identity-names.ts";
import { linking } from "./linking.ts";
import { outcomes } from "./outcomes.ts";
import { velocity } from "./velocity.ts";

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
      ].sort(),
    );
  });

  test("are missing where none was ever reported, and where the attempt has no such identity", () => {
    for (const name of names(outcomes)) expect([name, featureOf(name, null)]).toEqual([name, null]);
    for (const name of names(outcomes).filter((one) => one.startsWith("email"))) {
      expect([name, featureOf(name, withEmail(null))]).toEqual([name, null]);
    }
  });

  test("are zero of one whom nothing was reported of; a time and a share are missing", () => {
    const nobody = { fraud: 0, legitimate: 0, sinceFraudDays: null };
    const past = Object.fromEntries(outcomeKinds.map((kind) => [kind, nobody])) as Past;
    for (const name of names(outcomes)) {
      expect([name, featureOf(name, past)]).toEqual([name, name.endsWith("outcomes") ? 0 : null]);
    }
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
    const counted = velocity.filter(({ name }) => /_attempts_[0-9]+[mhd]$/.test(name));
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
    const ages = names(velocity).filter((name) => name.endsWith("_first_seen_days"));
    const earlier = names(velocity).filter((name) => name.endsWith("_attempts_before_24h"));
    for (const name of earlier) {
      const k = identityKinds.indexOf(name.split("_")[0] as IdentityKind);
      const [day, month] = (["24h", "30d"] as const).map((window) => windowNames.indexOf(window));
      const [inDay, inMonth] = [k * 10 + day!, k * 10 + month!];
      expect([name, valueFor(velocity, name, { history })]).toEqual([name, inMonth - inDay]);
      expect(valueFor(velocity, name, {})).toBeNull();
    }
    expect(velocity).toHaveLength(counted.length + 4 + ages.length + tabs.length + earlier.length);
    expect(tabs).toHaveLength(4);
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

describe("seen tabs", () => {
  const of = (name: string, seenTabs?: HistoryFacts["seenTabs"]) =>
    valueFor(velocity, name, { history: { ...withoutTabs, ...(seenTabs && { seenTabs }) } });
  const { seenTabs: _, hourTabs: __, ...withoutTabs } = nothingKnown;

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

test("unrelated parties on a device are those of their window, missing of older decisions", () => {
  const history = { ...nothingKnown, parties: { "24h": 3, "30d": 30 } };
  expect(valueFor(linking, "unrelated_parties_per_device_24h", { history })).toBe(3);
  expect(valueFor(linking, "unrelated_parties_per_device_30d", { history })).toBe(30);
  const { parties: _, ...older } = nothingKnown;
  expect(valueFor(linking, "unrelated_parties_per_device_30d", { history: older })).toBeNull();
  expect(valueFor(linking, "unrelated_parties_per_device_30d", {})).toBeNull();
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
    ]);
    expect(one("cities_per_email_30d").unit).toBe("cities");
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
  expect(kinds.sort()).toEqual(
    [...identityKinds, "city", "look", "surname"].sort() as LinkedKind[],
  );
  expect(new Set(Object.values(identityNames)).size).toBe(kinds.length);
  expect(Object.keys(identitySources).sort()).toEqual(kinds);
});
