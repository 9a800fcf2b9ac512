import { expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import parsePhone from "libphonenumber-js/max";
import { fraudOversampled } from "../../../models/training/features.ts";
import { browserOf } from "../../../models/training/simulator/browsers.ts";
import { countryOf } from "../../../models/training/simulator/countries.ts";
import { disposableDomains } from "../../../models/training/simulator/domains.ts";
import { geoipOf } from "../../../models/training/simulator/geoip.ts";
import type { Attempt } from "../../../models/training/simulator/kind.ts";
import { merchantsOf } from "../../../models/training/simulator/merchants.ts";
import { randomOf } from "../../../models/training/simulator/random.ts";
import {
  attacks,
  defaultOptions,
  type SimulationOptions,
  simulate,
  travellers,
} from "../../../models/training/simulator/simulate.ts";
import { readRiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { impossibilities } from "../../../src/attempt/telemetry/impossible.ts";
import { TelemetryBatch, telemetryLimits } from "../../../src/attempt/telemetry/protocol.ts";
import { crowds } from "./crowds.ts";

const options: SimulationOptions = { ...defaultOptions, attempts: 12_000 };
const season = [...simulate(options)];
const honest = season.filter(({ fraud }) => !fraud);
const stolen = season.filter(({ fraud }) => fraud);
/** Without those who come back after a report. */
const planned = season.filter(({ tries }) => tries === 0);

/** Longer and with far more fraud, so that rare cases can be counted. */
const risky = [...simulate({ ...options, attempts: 110_000, fraudRate: 0.3 })];

const coverage = new Map(
  merchantsOf(options.seed).map(({ project, sends }) => [project, sends.collection]),
);

const part = (of: readonly Attempt[], is: (attempt: Attempt) => boolean) =>
  of.filter(is).length / of.length;

test("the same seed produces the same attempts, another seed different ones", () => {
  const few = { ...options, attempts: 400 };
  const hash = (seed: string) =>
    Bun.hash(JSON.stringify([...simulate({ ...few, seed })])).toString(16);
  expect(hash("one")).toBe(hash("one"));
  expect(hash("one")).not.toBe(hash("two"));
});

test("attempts are in chronological order and within the season", () => {
  const days = (season.at(-1)!.at - season[0]!.at) / 86_400_000;
  expect(season.every(({ at }, i) => i === 0 || at >= season[i - 1]!.at)).toBe(true);
  expect(season.every(({ at }) => Number.isInteger(at))).toBe(true);
  expect(days).toBeLessThanOrEqual(options.days);
  expect(days).toBeGreaterThan(options.days - 3);
});

test("the service accepts every request, and the schema knows all of its fields", () => {
  for (const { request } of season) {
    expect(readRiskRequest({ ...request })).toEqual({ request });
  }
});

test("every batch conforms to the protocol, in sequence and within its limits", () => {
  const check = TypeCompiler.Compile(TelemetryBatch);
  for (const { telemetry } of season) {
    for (const [sequence, { batch }] of telemetry.entries()) {
      if (!check.Check(batch)) throw new Error(JSON.stringify(check.Errors(batch).First()));
      expect(batch.sequence).toBe(sequence);
    }
    expect(telemetry.length).toBeLessThanOrEqual(telemetryLimits.collectionBatches);
  }
});

test("legitimate browsers never send impossible values, and half of the forgeries do", () => {
  const isImpossible = ({ telemetry }: Attempt) =>
    telemetry.some(({ batch }) =>
      batch.events.some((event) => impossibilities(event, batch).length > 0),
    );
  expect(good.filter(isImpossible)).toHaveLength(0);
  const plain = ({ telemetry: [first] }: Attempt) => first?.arrival.headers?.fetchMode === null;
  const forged = only("raw-bot").filter((one) => plain(one));
  expect(forged.length).toBeGreaterThan(50);
  expect(part(forged, isImpossible)).toBeWithin(0.3, 0.9);
  // Too rare among legitimate browsers to measure in one season, so many browsers are drawn.
  expect(good.filter(plain)).not.toHaveLength(0);
  const random = randomOf("plain browsers");
  const browsers = Array.from({ length: 40_000 }, () => browserOf(random, "PT"));
  const bare = browsers.filter(({ requests }) => requests.noFetchHeaders);
  expect(bare.length / browsers.length).toBeWithin(0.0001, 0.001);
});

test("where consent is denied, only pages, submits and automation traces are sent", () => {
  const sent = season.flatMap(({ telemetry }) => telemetry.map(({ batch }) => batch));
  const denied = sent.filter(({ consent }) => consent === "denied");
  expect(denied.length).toBeGreaterThan(100);
  for (const { device, events } of denied) {
    expect(Object.keys(device ?? {}).filter((name) => !/^(webdriver|traces)$/.test(name))).toEqual(
      [],
    );
    for (const { kind } of events) expect(["page", "submit"]).toContain(kind);
  }
  const asked = honest.filter(({ telemetry: [first] }) => first?.batch.consent);
  const no = ({ telemetry: [first] }: Attempt) => first!.batch.consent === "denied";
  expect(part(asked, no)).toBeWithin(0.13, 0.27);
});

test("where the SDK is installed, few guests but most raw bots come without a tab", () => {
  const covered = (one: Attempt) => coverage.get(one.project) === 1;
  const noTab = ({ telemetry }: Attempt) => telemetry.length === 0;
  expect(part(good.filter(covered), noTab)).toBeWithin(0.05, 0.12);
  expect(part(only("raw-bot").filter(covered), noTab)).toBeWithin(0.4, 0.8);
});

test("all telemetry of an attempt belongs to the collection that the request names", () => {
  for (const { request, telemetry } of season) {
    for (const { batch } of telemetry) expect(batch.collectionId).toBe(request.collectionId!);
  }
});

test("batches of a collection never change once they were sent", () => {
  const known = new Map<string, string>();
  for (const { telemetry } of season) {
    for (const sent of telemetry) {
      const key = `${sent.batch.collectionId} ${sent.batch.sequence}`;
      const text = JSON.stringify(sent);
      expect(known.get(key) ?? text).toBe(text);
      known.set(key, text);
    }
  }
});

test("the fraud rate matches the option", () => {
  expect(part(planned, ({ fraud }) => fraud)).toBeWithin(0.016, 0.028);
});

test("the number of attempts is close to the option", () => {
  expect(season.length).toBeWithin(options.attempts * 0.92, options.attempts * 1.08);
});

test("every kind occurs, and there are a dozen kinds of attack", () => {
  expect(attacks.length).toBeGreaterThanOrEqual(12);
  const seen = new Set(season.map(({ kind }) => kind));
  for (const { name } of [...travellers, ...attacks]) expect(seen).toContain(name);
  expect(new Set([...travellers, ...attacks].map(({ name }) => name)).size).toBe(
    travellers.length + attacks.length,
  );
});

test("the mean number of attempts per episode is close to what each kind declares", () => {
  for (const { name, attempts } of [...travellers, ...attacks]) {
    const own = risky.filter(({ kind, tries }) => kind === name && tries === 0);
    const episodes = [...Map.groupBy(own, ({ episode }) => episode).values()];
    const sizes = episodes.map((group) => group.length);
    const mean = own.length / sizes.length;
    const variance = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / sizes.length;
    // A few kiosks have hundreds of guests, most a few: two standard errors are by chance.
    const byChance = 2 * Math.sqrt(variance / sizes.length);
    const isClose = Math.abs(mean - attempts) <= 0.2 * attempts + byChance;
    if (!isClose) throw new Error(`${name}: ${mean}`);
  }
});

test("in the training's season there are enough attempts of each kind of attack to measure it", () => {
  const { attempts, fraudRate } = defaultOptions;
  const shares = attacks.reduce((sum, { share }) => sum + share, 0);
  for (const { name, share } of attacks) {
    const expected = (attempts * fraudOversampled * fraudRate * share) / shares;
    if (expected < 170) throw new Error(`${name}: ${expected}`);
  }
});

test("legitimate attempts overlap with fraudulent ones", () => {
  const lead = ({ at, request }: Attempt) =>
    (Date.parse(request.booking.checkIn) - Math.floor(at / 86_400_000) * 86_400_000) / 86_400_000;
  const driven = ({ telemetry }: Attempt) =>
    telemetry.some(({ batch }) => batch.device?.webdriver === true);
  expect(part(honest, (one) => lead(one) === 0)).toBeWithin(0.05, 0.2);
  expect(part(stolen, (one) => lead(one) > 14)).toBeGreaterThan(0.15);
  expect(part(honest, driven)).toBeWithin(0.001, 0.01);
  const frauds = risky.filter(({ fraud }) => fraud);
  expect(part(frauds, driven)).toBeWithin(0.01, 0.3);
  expect(part(honest, ({ telemetry }) => telemetry.length === 0)).toBeWithin(0.15, 0.35);
});

const good = risky.filter(({ fraud, kind }) => !fraud && !crowds.includes(kind));
/** Series by hand from ordinary browsers, of which no single attempt is odd, are as guests are. */
const ordinary = ["device-farm", "address-farm", "one-person", "endpoint-series"];
const bad = risky.filter(({ fraud, kind }) => fraud && !ordinary.includes(kind));
const only = (kind: string) => risky.filter((attempt) => attempt.kind === kind);

/** Both groups show it, fraud more often, but neither always nor never. */
function bothShow(is: (attempt: Attempt) => boolean, [low, high]: [number, number]): void {
  const among = { good: part(good, is), bad: part(bad, is) };
  expect(among.good).toBeWithin(low, high);
  // What one in a thousand shows, twenty thousand frauds show by chance a little less or more often.
  const byChance = 2 * Math.sqrt(among.good / bad.length);
  expect(among.bad).toBeGreaterThan(among.good - byChance);
  expect(among.bad).toBeLessThan(0.6);
}

test("disposable mail domains occur often in fraud and rarely otherwise", () => {
  const names = new Set(disposableDomains);
  bothShow(({ request }) => names.has(request.booker.email.split("@")[1]!), [0.001, 0.01]);
});

test("phone numbers are mostly valid for their country and mobile, and few are VoIP", () => {
  const phoneOf = ({ request }: Attempt) => parsePhone(request.booker.phone);
  const some = good.filter((_, index) => index % 8 === 0);
  expect(part(some, (one) => phoneOf(one)?.isValid() === true)).toBeGreaterThan(0.97);
  const mobile = (one: Attempt) => phoneOf(one)?.getType()?.endsWith("MOBILE") === true;
  expect(part(some, mobile)).toBeGreaterThan(0.85);
  const odd = (one: Attempt) => phoneOf(one)?.getType() === "VOIP" || !phoneOf(one)?.isValid();
  const badOnes = bad.filter((_, index) => index % 4 === 0);
  expect(part(some, odd)).toBeWithin(0.004, 0.03);
  expect(part(badOnes, odd)).toBeWithin(part(some, odd), 0.15);
});

test("legitimate guests, too, use servers, VPNs and addresses of another country", () => {
  const facts = ({ telemetry: [first] }: Attempt) => (first ? geoipOf(first.arrival.ip) : null);
  bothShow((one) => facts(one)?.kind === "hosting", [0.02, 0.1]);
  bothShow((one) => facts(one)?.anonymous === true, [0.01, 0.06]);
  bothShow(
    (one) => {
      const { billing } = one.request;
      const country = facts(one)?.country;
      return !!billing?.country && !!country && country !== billing.country;
    },
    [0.05, 0.2],
  );
});

test("odd names occur among legitimate bookers", () => {
  const brief = ({ booker }: Attempt["request"]) => (booker.firstName + booker.lastName).length < 5;
  // Chinese and Korean names are short in their own script.
  expect(part(good, ({ request }) => brief(request))).toBeWithin(0.001, 0.05);
  const keystrokes = /^(test|asdf|qwerty|abc|xxx|aaa)$/;
  bothShow(({ request }) => keystrokes.test(request.booker.firstName), [0.0003, 0.006]);
});

test("some inconsistent browsers are legitimate", () => {
  const deviceIn = ({ telemetry: [first] }: Attempt) => first?.batch.device;
  bothShow((one) => deviceIn(one)?.cookies === false, [0.0005, 0.01]);
  bothShow(
    ({ telemetry: [first] }) => {
      return first !== undefined && !first.arrival.userAgent.startsWith("Mozilla/");
    },
    [0.0002, 0.003],
  );
  bothShow(
    (one) => deviceIn(one)?.plugins === 0 && deviceIn(one)?.touchPoints === 0,
    [0.002, 0.02],
  );
});

test("some visits that begin in the checkout are legitimate", () => {
  bothShow(
    ({ telemetry: [first] }) => {
      const event = first?.batch.events[0];
      return event?.kind === "page" && event.path === "/checkout";
    },
    [0.03, 0.15],
  );
});

/** Attempts of one project that share a key, in order. */
function grouped(of: readonly Attempt[], key: (one: Attempt) => string | undefined) {
  const groups = new Map<string, Attempt[]>();
  for (const one of of) {
    const own = key(one);
    if (own === undefined) continue;
    const place = `${one.project} ${own}`;
    const group = groups.get(place);
    if (group) group.push(one);
    else groups.set(place, [one]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

const email = ({ request }: Attempt) => request.booker.email;
const deviceOf = ({ telemetry }: Attempt) => telemetry[0]?.batch.device?.deviceId;
const ipOf = ({ telemetry }: Attempt) => telemetry[0]?.arrival.ip;
const network = (one: Attempt) => ipOf(one)?.split(".").slice(0, 3).join(".");
const various = (group: readonly Attempt[], of: (one: Attempt) => unknown) =>
  new Set(group.map(of)).size;

test("legitimate bookers book several hotels for overlapping nights", () => {
  const overlapping = grouped(good, email).filter((group) =>
    group.some((one, index) =>
      group.slice(index + 1).some((other) => {
        const [a, b] = [one.request, other.request];
        const differ = a.hotel.name !== b.hotel.name;
        return (
          differ && a.booking.checkIn < b.booking.checkOut && b.booking.checkIn < a.booking.checkOut
        );
      }),
    ),
  );
  expect(overlapping.length).toBeGreaterThan(200);
});

test("unrelated legitimate bookers share devices, IP addresses, networks and mail domains", () => {
  const strangers = (key: (one: Attempt) => string | undefined, least: number) =>
    grouped(good, key).filter((group) => various(group, email) >= least).length;
  expect(strangers(deviceOf, 3)).toBeGreaterThan(20);
  expect(strangers(ipOf, 3)).toBeGreaterThan(50);
  expect(strangers(network, 5)).toBeGreaterThan(50);
  const own = ({ request }: Attempt) => {
    const domain = request.booker.email.split("@")[1]!;
    return countryOf("PT").mail.includes(domain) ? undefined : domain;
  };
  expect(strangers(own, 4)).toBeGreaterThan(50);
});

test("a guest who disputed a booking by mistake books again", () => {
  const long = [...simulate({ ...options, attempts: 40_000, wronglyReported: 0.02 })];
  const back = grouped(
    long.filter(({ fraud }) => !fraud),
    email,
  ).filter((group) => {
    const reported = group.find(({ outcome }) => outcome?.outcome === "chargeback")?.outcome;
    return reported && group.at(-1)!.at > reported.reportedAt;
  });
  expect(back.length).toBeGreaterThan(3);
});

test("a shared profile appears in many networks and with many names", () => {
  // The end of the season cuts some short, and two of three may be by the same fraudster.
  // Behind a merchant's proxy, all come from one network.
  const profiles = grouped(only("device-sharing"), deviceOf).filter(
    (group) => group.length >= 5 && !ipOf(group[0]!)?.startsWith("10."),
  );
  expect(profiles.length).toBeGreaterThan(30);
  const wide = profiles.filter((group) => various(group, network) > 1 && various(group, email) > 1);
  expect(wide.length / profiles.length).toBeGreaterThan(0.9);
});

test("a slow campaign never repeats a device and takes weeks", () => {
  const campaigns = grouped(only("slow-distributed"), ({ episode }) => String(episode));
  const days = campaigns.map((group) => (group.at(-1)!.at - group[0]!.at) / 86_400_000);
  expect(days.sort((a, b) => a - b)[days.length >> 1]).toBeGreaterThan(10);
  const campaign = only("slow-distributed").filter(({ tries }) => tries === 0);
  const repeated = grouped(campaign, deviceOf).filter(
    // A retry after an error does not count as a second booking.
    (group) => various(group, ({ request }) => request.collectionId) > 1,
  );
  expect(repeated).toHaveLength(0);
});

test("a chargeback abuser's last booking is linked to earlier ones, often already reported", () => {
  const people = grouped(only("chargeback-abuser"), ({ episode }) => String(episode));
  const reported = people.filter(
    (group) => group[0]!.outcome && group[0]!.outcome.reportedAt < group.at(-1)!.at,
  );
  expect(reported.length / people.length).toBeGreaterThan(0.3);
  const linked = reported.filter((group) => {
    const last = group.at(-1)!;
    return group
      .slice(0, -1)
      .some(
        (one) =>
          email(one) === email(last) ||
          deviceOf(one) === deviceOf(last) ||
          one.request.booker.phone === last.request.booker.phone,
      );
  });
  expect(linked.length / reported.length).toBeGreaterThan(0.85);
});

test("bots have three levels of sophistication", () => {
  const driven = ({ telemetry }: Attempt) => telemetry[0]?.batch.device?.webdriver === true;
  // Whoever was reported comes back by hand, too.
  const first = (kind: string) => only(kind).filter(({ tries }) => tries === 0);
  const seen = (kind: string) => first(kind).filter(({ telemetry }) => telemetry.length > 0);
  expect(part(first("raw-bot"), ({ telemetry }) => telemetry.length === 0)).toBeGreaterThan(0.5);
  expect(part(seen("tool-bot"), driven)).toBeWithin(0.6, 0.9);
  expect(part(seen("careful-bot"), driven)).toBeWithin(0.01, 0.2);
});
