import { expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import parsePhone from "libphonenumber-js/max";
import { readRiskRequest } from "../../../src/request/risk-request.ts";
import { impossibilities } from "../../../src/telemetry/impossible.ts";
import { TelemetryBatch, telemetryLimits } from "../../../src/telemetry/protocol.ts";
import { browserOf } from "./browsers.ts";
import { countryOf } from "./countries.ts";
import { disposableDomains } from "./domains.ts";
import type { Attempt } from "./kind.ts";
import { merchantsOf } from "./merchants.ts";
import { networkOf } from "./networks.ts";
import { randomOf } from "./random.ts";
import {
  attacks,
  defaultOptions,
  type SimulationOptions,
  simulate,
  travellers,
} from "./simulate.ts";

const options: SimulationOptions = { ...defaultOptions, attempts: 12_000 };
const season = [...simulate(options)];
const honest = season.filter(({ fraud }) => !fraud);
const stolen = season.filter(({ fraud }) => fraud);

/** Longer, and with far more fraud: what is rare can be counted in it. */
const risky = [...simulate({ ...options, attempts: 60_000, fraudRate: 0.3 })];

const coverage = new Map(
  merchantsOf(options.seed).map(({ project, sends }) => [project, sends.collection]),
);

const part = (of: readonly Attempt[], is: (attempt: Attempt) => boolean) =>
  of.filter(is).length / of.length;

test("the same seed gives the same attempts, another seed others", () => {
  const few = { ...options, attempts: 400 };
  const hash = (seed: string) =>
    Bun.hash(JSON.stringify([...simulate({ ...few, seed })])).toString(16);
  expect(hash("one")).toBe(hash("one"));
  expect(hash("one")).not.toBe(hash("two"));
});

test("attempts come in order of time and within the season", () => {
  const days = (season.at(-1)!.at - season[0]!.at) / 86_400_000;
  expect(season.every(({ at }, i) => i === 0 || at >= season[i - 1]!.at)).toBe(true);
  expect(season.every(({ at }) => Number.isInteger(at))).toBe(true);
  expect(days).toBeLessThanOrEqual(options.days);
  expect(days).toBeGreaterThan(options.days - 3);
});

test("the service takes every request, and nothing of it is unknown to the schema", () => {
  for (const { request } of season) {
    expect(readRiskRequest({ ...request })).toEqual({ request });
  }
});

test("every batch follows the protocol, in order and within its limits", () => {
  const check = TypeCompiler.Compile(TelemetryBatch);
  for (const { telemetry } of season) {
    for (const [sequence, { batch }] of telemetry.entries()) {
      if (!check.Check(batch)) throw new Error(JSON.stringify(check.Errors(batch).First()));
      expect(batch.sequence).toBe(sequence);
    }
    expect(telemetry.length).toBeLessThanOrEqual(telemetryLimits.collectionBatches);
  }
});

test("nothing that an honest browser tells is impossible, and half of what is forged is", () => {
  const isImpossible = ({ telemetry }: Attempt) =>
    telemetry.some(({ batch }) =>
      batch.events.some((event) => impossibilities(event, batch).length > 0),
    );
  expect(good.filter(isImpossible)).toHaveLength(0);
  const plain = ({ telemetry: [first] }: Attempt) => first?.arrival.headers?.fetchMode === null;
  const forged = only("raw-bot").filter((one) => plain(one));
  expect(forged.length).toBeGreaterThan(50);
  expect(part(forged, isImpossible)).toBeWithin(0.3, 0.9);
  // So few honest browsers do it that a season tells no rate; it is looked for in many of them.
  expect(good.filter(plain)).not.toHaveLength(0);
  const random = randomOf("plain browsers");
  const browsers = Array.from({ length: 40_000 }, () => browserOf(random, "PT"));
  const bare = browsers.filter(({ requests }) => requests.plain);
  expect(bare.length / browsers.length).toBeWithin(0.0001, 0.001);
});

test("where consent is denied, nothing but pages, submits and traces is told", () => {
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

test("a guest without a tab is rare where the script is, and most programs come without", () => {
  const covered = (one: Attempt) => coverage.get(one.project) === 1;
  const noTab = ({ telemetry }: Attempt) => telemetry.length === 0;
  expect(part(good.filter(covered), noTab)).toBeWithin(0.02, 0.045);
  expect(part(only("raw-bot").filter(covered), noTab)).toBeWithin(0.4, 0.8);
});

test("most telemetry belongs to the collection that the request names", () => {
  for (const { request, telemetry } of season) {
    for (const { batch } of telemetry) expect(batch.collectionId).toBe(request.collectionId!);
  }
});

test("the telemetry of one collection never changes afterwards", () => {
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

test("fraud is as rare as it is told to be", () => {
  expect(stolen.length / season.length).toBeWithin(0.016, 0.028);
});

test("there are about as many attempts as asked for", () => {
  expect(season.length).toBeWithin(options.attempts * 0.92, options.attempts * 1.08);
});

test("every kind takes part, and there are a dozen kinds of attack", () => {
  expect(attacks.length).toBeGreaterThanOrEqual(12);
  const seen = new Set(season.map(({ kind }) => kind));
  for (const { name } of [...travellers, ...attacks]) expect(seen).toContain(name);
  expect(new Set([...travellers, ...attacks].map(({ name }) => name)).size).toBe(
    travellers.length + attacks.length,
  );
});

test("each kind makes about as many attempts an episode as it says", () => {
  for (const { name, attempts } of [...travellers, ...attacks]) {
    const own = risky.filter(({ kind }) => kind === name);
    const episodes = new Set(own.map(({ episode }) => episode)).size;
    const factor = own.length / episodes / attempts;
    if (!(factor > 0.8 && factor < 1.2)) throw new Error(`${name}: ${own.length / episodes}`);
  }
});

test("of each kind of attack there are enough to be measured by default", () => {
  const { attempts, fraudRate } = defaultOptions;
  const shares = attacks.reduce((sum, { share }) => sum + share, 0);
  for (const { name, share } of attacks) {
    const expected = (attempts * fraudRate * share) / shares;
    if (expected < 170) throw new Error(`${name}: ${expected}`);
  }
});

test("honest people overlap with what fraud looks like", () => {
  const lead = ({ at, request }: Attempt) =>
    (Date.parse(request.booking.checkIn) - Math.floor(at / 86_400_000) * 86_400_000) / 86_400_000;
  const driven = ({ telemetry }: Attempt) =>
    telemetry.some(({ batch }) => batch.device?.webdriver === true);
  expect(part(honest, (one) => lead(one) === 0)).toBeWithin(0.05, 0.2);
  expect(part(stolen, (one) => lead(one) > 14)).toBeGreaterThan(0.15);
  expect(part(honest, driven)).toBeWithin(0.001, 0.01);
  expect(part(stolen, driven)).toBeWithin(0.01, 0.3);
  expect(part(honest, ({ telemetry }) => telemetry.length === 0)).toBeWithin(0.15, 0.35);
});

const good = risky.filter(({ fraud }) => !fraud);
const bad = risky.filter(({ fraud }) => fraud);
const only = (kind: string) => risky.filter((attempt) => attempt.kind === kind);

/** Both do it, fraud more often, but neither always nor never. */
function bothDo(is: (attempt: Attempt) => boolean, [low, high]: [number, number]): void {
  const among = { good: part(good, is), bad: part(bad, is) };
  expect(among.good).toBeWithin(low, high);
  expect(among.bad).toBeGreaterThan(among.good);
  expect(among.bad).toBeLessThan(0.6);
}

test("disposable mail domains: fraud often, honest people seldom", () => {
  const names = new Set(disposableDomains);
  bothDo(({ request }) => names.has(request.booker.email.split("@")[1]!), [0.001, 0.01]);
});

test("phone numbers are valid for their country, mostly mobile; few live on the Internet", () => {
  const told = ({ request }: Attempt) => parsePhone(request.booker.phone);
  const some = good.filter((_, index) => index % 8 === 0);
  expect(part(some, (one) => told(one)?.isValid() === true)).toBeGreaterThan(0.97);
  const mobile = (one: Attempt) => told(one)?.getType()?.endsWith("MOBILE") === true;
  expect(part(some, mobile)).toBeGreaterThan(0.85);
  const odd = (one: Attempt) => told(one)?.getType() === "VOIP" || !told(one)?.isValid();
  const badOnes = bad.filter((_, index) => index % 4 === 0);
  expect(part(some, odd)).toBeWithin(0.004, 0.03);
  expect(part(badOnes, odd)).toBeWithin(part(some, odd), 0.15);
});

test("servers, VPNs and addresses of another country serve honest people, too", () => {
  const facts = ({ telemetry: [first] }: Attempt) => (first ? networkOf(first.arrival.ip) : null);
  bothDo((one) => facts(one)?.kind === "hosting", [0.02, 0.1]);
  bothDo((one) => facts(one)?.anonymous === true, [0.01, 0.06]);
  bothDo(
    (one) => {
      const { billing } = one.request;
      const country = facts(one)?.country;
      return !!billing?.country && !!country && country !== billing.country;
    },
    [0.05, 0.2],
  );
});

test("odd names and other people's guests are found among the honest", () => {
  const brief = ({ booker }: Attempt["request"]) => (booker.firstName + booker.lastName).length < 5;
  expect(part(good, ({ request }) => brief(request))).toBeWithin(0.001, 0.03);
  const nobody = /^(test|asdf|qwerty|abc|xxx|aaa)$/;
  bothDo(({ request }) => nobody.test(request.booker.firstName), [0.0003, 0.006]);
});

test("browsers that contradict themselves are honest now and then", () => {
  const told = ({ telemetry: [first] }: Attempt) => first?.batch.device;
  bothDo((one) => told(one)?.cookies === false, [0.0005, 0.01]);
  bothDo(
    ({ telemetry: [first] }) => {
      return first !== undefined && !first.arrival.userAgent.startsWith("Mozilla/");
    },
    [0.0002, 0.003],
  );
  bothDo((one) => told(one)?.plugins === 0 && told(one)?.touchPoints === 0, [0.002, 0.02]);
});

test("visits that begin in the checkout are honest, too", () => {
  bothDo(
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

test("honest mailboxes book several hotels for nights that overlap", () => {
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

test("honest strangers share devices, addresses, networks and mail domains", () => {
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

test("an honest guest who was disputed by mistake comes back", () => {
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

test("a shared profile is seen in many networks, under many names", () => {
  // The season's end cuts some short, and two of three may be by the same thief.
  // Behind a shop's own proxy all come from one network.
  const profiles = grouped(only("device-sharing"), deviceOf).filter(
    (group) => group.length >= 5 && !ipOf(group[0]!)?.startsWith("10."),
  );
  expect(profiles.length).toBeGreaterThan(30);
  const wide = profiles.filter((group) => various(group, network) > 1 && various(group, email) > 1);
  expect(wide.length / profiles.length).toBeGreaterThan(0.9);
});

test("a slow campaign repeats no device, hardly an address, and takes weeks", () => {
  const campaigns = grouped(only("slow-distributed"), ({ episode }) => String(episode));
  const days = campaigns.map((group) => (group.at(-1)!.at - group[0]!.at) / 86_400_000);
  expect(days.sort((a, b) => a - b)[days.length >> 1]).toBeGreaterThan(10);
  const repeated = grouped(only("slow-distributed"), deviceOf).filter(
    // The same booking sent again after an error is no second one.
    (group) => various(group, ({ request }) => request.collectionId) > 1,
  );
  expect(repeated).toHaveLength(0);
});

test("of a chargeback abuser's bookings only the past tells, and often it has been told", () => {
  const people = grouped(only("chargeback-abuser"), ({ episode }) => String(episode));
  const told = people.filter(
    (group) => group[0]!.outcome && group[0]!.outcome.reportedAt < group.at(-1)!.at,
  );
  expect(told.length / people.length).toBeGreaterThan(0.3);
  const linked = told.filter((group) => {
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
  expect(linked.length / told.length).toBeGreaterThan(0.85);
});

test("bots come in three skills", () => {
  const driven = ({ telemetry }: Attempt) => telemetry[0]?.batch.device?.webdriver === true;
  const seen = (kind: string) => only(kind).filter(({ telemetry }) => telemetry.length > 0);
  expect(part(only("raw-bot"), ({ telemetry }) => telemetry.length === 0)).toBeGreaterThan(0.5);
  expect(part(seen("tool-bot"), driven)).toBeWithin(0.6, 0.9);
  expect(part(seen("careful-bot"), driven)).toBeWithin(0.01, 0.2);
});
