/**
 * Pairs of bookings of which it is known how their scores should compare: the same guest written in
 * another way, one more stranger on a device, one more sign. They go the way of a real request: parsed,
 * their telemetry folded, counted against the history before them, and scored by a bundle.
 *
 *     bun models/training/pairs.ts [BUNDLE_DIR]
 */
import { join } from "node:path";
import { type RiskRequest, readRiskRequest } from "../../src/attempt/request/risk-request.ts";
import type { CollectionFacts } from "../../src/attempt/telemetry/summary.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../src/base/durations.ts";
import { type Bundle, readBundleFolder } from "../../src/model/bundle.ts";
import { featureNames, featureVector } from "../../src/risk/features/index.ts";
import { denyFrom, riskScoreOf } from "../../src/risk/score.ts";
import { historyFacts } from "../../src/risk/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../src/risk/velocity/identities.ts";
import { sightingOf } from "../../src/storage/port/sighting.ts";
import { type Model, modelOf, type ScoreOf, summaryAsOf } from "./features.ts";
import { MemoryHistory } from "./history.ts";
import { homes, type Spelling } from "./pairs-guests.ts";
import { assistedBehaviour } from "./simulator/assistive.ts";
import { type Behaviour, humanBehaviour } from "./simulator/behaviour.ts";
import { type Browser, browserOf, none } from "./simulator/browsers.ts";
import { countryOf } from "./simulator/countries.ts";
import { homeIp, hotelWifiIp } from "./simulator/ip-addresses.ts";
import { type Merchant, merchantsOf } from "./simulator/merchants.ts";
import { personOf } from "./simulator/people.ts";
import { type Random, randomOf } from "./simulator/random.ts";
import { visit } from "./simulator/visit.ts";

/** A Friday afternoon. */
export const start = Date.UTC(2026, 9, 16, 14, 30);
export const deniedFrom = denyFrom.balanced;

const merchant: Merchant = { ...merchantsOf("pairs")[0]!, proxied: false };

/** A booking, as far as a pair says something of it. */
export interface Booking {
  at?: number;
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  /** The booker's country: of the card, and of the browser where there is one. */
  home?: string;
  hotel?: number;
  hotelCountry?: string;
  leadDays?: number;
  nights?: number;
  /** Absent: the page's script did not run. */
  browser?: Browser | undefined;
  behaviour?: Behaviour;
  guests?: RiskRequest["guests"];
  people?: number;
  /** When a chargeback of it is reported. */
  fraudAt?: number;
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function requestOf(of: Booking, at: number, number: number): RiskRequest {
  const { firstName = "Anna", lastName = "Bergmann", home = "DE", hotel = 1 } = of;
  const checkIn = at + (of.leadDays ?? 24) * dayMs;
  const booker = { firstName, lastName, email: of.email ?? "anna.bergmann@gmx.de" };
  return {
    booker: { ...booker, phone: of.phone ?? "+4915123456789" },
    guests: of.guests ?? [{ firstName, lastName }],
    billing: { country: home },
    hotel: {
      referenceId: `h-${hotel}`,
      name: `Hotel ${hotel}`,
      address: "Rua da Palma 1, 1100 Lisboa",
      country: of.hotelCountry ?? "PT",
    },
    booking: {
      checkIn: isoDay(checkIn),
      checkOut: isoDay(checkIn + (of.nights ?? 3) * dayMs),
      groupSize: { adultCount: of.people ?? 2 },
    },
    requestId: `pair-${number}`,
  };
}

/** The browser of somebody at home in `country`, always the same for a seed. */
export function browserAt(country: string, seed = "browser", models = { ...none(), windows: 1 }) {
  const browser = browserOf(randomOf(`pairs/${seed}`), country, models);
  browser.device.deviceId = `dev_${seed.replace(/\W/g, "")}0000000001`.slice(0, 20);
  browser.device.languages = [...countryOf(country).languages];
  return browser;
}

/** A visit by hand, the same for everybody, so that pairs differ in nothing else. */
function visitOf({ browser, behaviour }: Booking, at: number): CollectionFacts | null {
  if (!browser) return null;
  const own = behaviour ?? calm(randomOf("pairs/behaviour"));
  const tab = visit(randomOf("pairs/visit"), { merchant, browser, behaviour: own });
  return summaryAsOf(tab.sent(at - 350), at);
}

/** An ordinary person: nothing of their hands is at the edge of what people do. */
function calm(random: Random): Behaviour {
  const behaviour = humanBehaviour(random);
  return {
    ...behaviour,
    filling: { typed: 1 },
    emailFilling: { typed: 1 },
    unseen: false,
    pages: 4,
  };
}

/** One merchant's bookings in order of time. */
export class Shop {
  readonly #model: Model;
  readonly #history = new MemoryHistory();
  #number = 0;

  constructor(bundle: Bundle) {
    this.#model = modelOf(bundle);
  }

  /** The booking's risk score; with it, the booking is history for the next. */
  score(of: Booking): number {
    let score = 0;
    this.#ask(of, (vector) => {
      score = riskScoreOf(this.#model(vector));
      return score;
    });
    return score;
  }

  /** What the model is asked with; the booking is history for the next, without a score. */
  features(of: Booking): Float64Array {
    return this.#ask(of, () => null);
  }

  #ask(of: Booking, scoreOf: ScoreOf): Float64Array {
    const at = of.at ?? start;
    const number = this.#number++;
    const visit = visitOf(of, at);
    // The hands of all are the same, and none of them is a recording of another.
    const collection = visit && { ...visit, recording: number };
    const collectionId = collection
      ? { collectionId: `col_pair${String(number).padStart(12, "0")}` }
      : {};
    const read = readRiskRequest({ ...collectionId, ...requestOf(of, at, number) });
    if (!("request" in read)) throw new Error(JSON.stringify(read.issues));
    const { request } = read;
    const identities = identitiesOf("prj_pairs", request, collection);
    const traits = traitsOf("prj_pairs", request, collection);
    const sighting = sightingOf(identities, traits, { at, tie: number });
    const history = historyFacts(sighting, this.#history.asOf("prj_pairs", identities, sighting));
    const report = of.fraudAt === undefined ? null : { reportedAt: of.fraudAt, fraud: true };
    const values = featureVector({ at, request, collection, network: null, history });
    const answered = { ...sighting, score: scoreOf(values) };
    this.#history.add("prj_pairs", identities, answered, report);
    return values;
  }
}

/** Scores in the order of `labels`, and whether they are as they should be. */
export interface Pair {
  group: string;
  name: string;
  labels: readonly string[];
  scores: readonly number[];
  /** What is asked of the scores, for the card. */
  rule: string;
  holds: boolean;
}

type Measured = Omit<Pair, "group" | "holds" | "rule">;

const atMost = (points: number) => ({
  rule: `at most ${points} points apart`,
  holds: (scores: readonly number[]) => Math.max(...scores) - Math.min(...scores) <= points,
});
/** Each against the first. */
const costsAtMost = (points: number) => ({
  rule: `costs at most ${points} points`,
  holds: ([first, ...others]: readonly number[]) => others.every((one) => one <= first! + points),
});
const losesAtMost = (points: number) => ({
  rule: `lowers by at most ${points} points`,
  holds: ([first, ...others]: readonly number[]) => others.every((one) => one >= first! - points),
});
/** Until the highest score there is. */
const rises = (scores: readonly number[]) =>
  scores.every((one, i) => i === 0 || one > scores[i - 1]! || one === 99);
const rising = {
  rule: "rising, the last denied",
  holds: (scores: readonly number[]) => rises(scores) && scores.at(-1)! >= deniedFrom,
};
const inOrder = { rule: "in rising order", holds: rises };
const levelling = {
  rule: "never falling, the last at least 20 points above the first",
  holds: (scores: readonly number[]) =>
    scores.every((one, i) => i === 0 || one >= scores[i - 1]!) && scores.at(-1)! >= scores[0]! + 20,
};
const notDenied = {
  rule: "none denied",
  holds: (scores: readonly number[]) => scores.every((one) => one < deniedFrom),
};
const oneDenied = {
  rule: "at most one denied",
  holds: (scores: readonly number[]) => scores.filter((one) => one >= deniedFrom).length <= 1,
};
const climbing = {
  rule: "the last at least 10 points above the first",
  holds: (scores: readonly number[]) => scores.at(-1)! >= scores[0]! + 10,
};
const denied = {
  rule: "all denied",
  holds: (scores: readonly number[]) => scores.every((one) => one >= deniedFrom),
};

interface Rule {
  rule: string;
  holds: (scores: readonly number[]) => boolean;
}
type Case = { group: string; rule: Rule; measure: (bundle: Bundle) => Measured };

const alone = (bundle: Bundle, of: Booking) => new Shop(bundle).score(of);
const seen = (home = "DE"): Booking => ({ home, browser: browserAt(home) });

/** One guest with and without telemetry, in each way of `ways`; the first is what others cost against. */
function variants(
  group: string,
  name: string,
  rule: Rule,
  base: Booking,
  ways: Readonly<Record<string, Booking>>,
): Case[] {
  return (["with telemetry", "without"] as const).map((view) => ({
    group,
    rule,
    measure: (bundle) => ({
      name: `${name}, ${view}`,
      labels: Object.keys(ways),
      scores: Object.values(ways).map((way) => {
        const { home = "DE" } = { ...base, ...way };
        const browser = view === "without" ? {} : { browser: way.browser ?? browserAt(home) };
        return alone(bundle, { ...base, ...way, ...browser });
      }),
    }),
  }));
}

function spelling({ home, own, latin, email, phone }: Spelling): Case[] {
  const written = ([firstName, lastName]: readonly [string, string]) => ({ firstName, lastName });
  const base: Booking = { home, email, phone };
  const ways = { "own script": written(own), Latin: written(latin) };
  return variants("own script and Latin letters", home, atMost(5), base, ways);
}

/** Names of many people: Singapore, Norway, the United States, Spain, and a mailbox to each. */
const placeholders = ["Silva", "Foo", "Null", "Sample", "Test", "Tester", "None", "Prueba"].map(
  (lastName) => [lastName, { lastName, email: `anna.${lastName.toLowerCase()}@gmx.de` }] as const,
);

const numbered = (digits: string): Booking => ({ email: `anna.bergmann${digits}@gmx.de` });

const letters: readonly Case[] = [
  ...variants(
    "names and mailboxes",
    "digits at the end",
    costsAtMost(5),
    {},
    {
      none: {},
      anna7: numbered("7"),
      anna87: numbered("87"),
      anna123: numbered("123"),
      anna1987: numbered("1987"),
      anna123456: numbered("123456"),
    },
  ),
  ...variants(
    "names and mailboxes",
    "long mailbox",
    costsAtMost(5),
    {},
    {
      short: {},
      "34 characters": {
        email: "anna.katharina.elisabeth.bergmann.k@gmx.de",
      },
    },
  ),
  ...variants(
    "names and mailboxes",
    "phone number as mailbox",
    costsAtMost(10),
    { home: "CN", firstName: "Xiaoming", lastName: "Wang", phone: "+8613812345678" },
    { name: { email: "xiaoming.wang@163.com" }, "phone number": { email: "13812345678@163.com" } },
  ),
  ...variants(
    "names and mailboxes",
    "single name",
    costsAtMost(5),
    { home: "ID", email: "budi.santoso@gmail.com", phone: "+6281234567890" },
    {
      two: { firstName: "Budi", lastName: "Santoso" },
      repeated: { firstName: "Budi", lastName: "Budi" },
      "with a dot": { firstName: "Budi", lastName: "." },
    },
  ),
  ...variants(
    "names and mailboxes",
    "short and long names",
    costsAtMost(5),
    {},
    {
      usual: {},
      short: { firstName: "Li", lastName: "Wu", email: "li.wu@gmx.de" },
      long: {
        firstName: "María del Carmen",
        lastName: "Fernández de la Vega y Sanz",
        email: "carmen.fernandez@gmx.de",
      },
    },
  ),
  ...variants(
    "names and mailboxes",
    "names that are also placeholders",
    atMost(3),
    {},
    Object.fromEntries(placeholders),
  ),
  ...variants(
    "names and mailboxes",
    "American phone number",
    costsAtMost(10),
    { hotelCountry: "US" },
    {
      "German guest": {},
      "American guest": {
        home: "US",
        firstName: "Emily",
        lastName: "Parker",
        email: "emily.parker@gmail.com",
        phone: "+12125550123",
      },
    },
  ),
];

const english = browserAt("DE");
english.device = { ...english.device, languages: ["en-US", "en"] };
const englishFirst = browserAt("DE");
englishFirst.device = { ...englishFirst.device, languages: ["en-US", "de"] };

const browsers: readonly Case[] = [
  {
    group: "browser",
    rule: costsAtMost(10),
    measure: (bundle) => ({
      name: "American English browser in Germany",
      labels: ["German", "en-US, de", "en-US"],
      scores: [
        alone(bundle, seen()),
        alone(bundle, { browser: englishFirst }),
        alone(bundle, { browser: english }),
      ],
    }),
  },
];

/** Someone nobody knows, with the browser of the device. */
function stranger(i: number, home = "DE"): Booking {
  const { firstName, lastName, email, phone } = personOf(randomOf(`pairs/stranger ${i}`), home);
  return {
    firstName,
    lastName,
    email,
    phone,
    home,
    hotel: (i % 6) + 1,
    guests: [{ firstName, lastName }],
  };
}

/** Their mailboxes and numbers are of one kind each, so that only how many they are counts. */
function strangers(bundle: Bundle, everyMs: number, count = 30): number[] {
  const shop = new Shop(bundle);
  const browser = browserAt("DE", "farm");
  return Array.from({ length: count }, (_, i) => {
    const one = stranger(i);
    const email = `${one.email!.split("@")[0]}@gmx.de`;
    const phone = `+49151${23_456_789 - 10_007 * i}`;
    const stay = { leadDays: 10 + (i % 5), at: start + i * everyMs };
    return shop.score({ ...one, email, phone, ...stay, browser });
  });
}

const places = [1, 3, 10, 30];
const farm = (name: string, everyMs: number, rule: Rule = rising): Case => ({
  group: "one device",
  rule,
  measure: (bundle) => {
    const scores = strangers(bundle, everyMs);
    return {
      name,
      labels: places.map((place) => `stranger ${place}`),
      scores: places.map((place) => scores[place - 1]!),
    };
  },
});

const relatives = ["Anna", "Thomas", "Lena", "Paul", "Greta"] as const;
function family(everyMs: number, lastNames: readonly string[]): Case["measure"] {
  return (bundle) => {
    const shop = new Shop(bundle);
    const browser = browserAt("DE", "family");
    const scores = relatives.map((firstName, i) => {
      const lastName = lastNames[i % lastNames.length]!;
      const email = `${firstName}.${lastName}@gmx.de`.toLowerCase();
      const phone = `+49151234567${i}1`;
      const one = { firstName, lastName, email, phone, hotel: i + 1, leadDays: 20 + 3 * i };
      return shop.score({ ...one, at: start + i * everyMs, browser });
    });
    const days = everyMs >= dayMs ? "over two weeks" : "in one evening";
    const names = lastNames.length > 1 ? "two surnames" : "one surname";
    return { name: `a family of five, ${names}, ${days}`, labels: [...relatives], scores };
  };
}

const devices: readonly Case[] = [
  farm("strangers within two hours", 4 * minuteMs),
  farm("strangers within a day", 48 * minuteMs),
  farm("strangers within ten days", 8 * hourMs, levelling),
  ...[["Bergmann"], ["Bergmann", "Lindner"]].flatMap((names) =>
    [20 * minuteMs, 3 * dayMs].map((everyMs) => ({
      group: "one device",
      rule: notDenied,
      measure: family(everyMs, names),
    })),
  ),
];

const signs: readonly Case[] = [
  ...variants(
    "signs",
    "mailboxes",
    inOrder,
    {},
    {
      usual: {},
      disposable: { email: "anna.bergmann@mailinator.com" },
    },
  ),
  ...variants(
    "signs",
    "gibberish",
    inOrder,
    {},
    {
      usual: {},
      gibberish: { firstName: "asdf", lastName: "sdfghj", email: "asdfsdfgh1x2k3@gmail.com" },
    },
  ),
  {
    group: "signs",
    rule: denied,
    measure: (bundle) => ({
      name: "disposable mail, tonight, Nigerian phone, American card, one guest of another name",
      labels: ["without telemetry"],
      scores: [
        alone(bundle, {
          email: "xk7p2q9d@mailinator.com",
          phone: "+2348021234567",
          home: "US",
          hotelCountry: "FR",
          leadDays: 0,
          nights: 1,
          people: 1,
          guests: [{ firstName: "Pierre", lastName: "Dubois" }],
        }),
      ],
    }),
  },
];

/** A hotel whose guests had tabs for a month. */
function shopWithTabs(bundle: Bundle): Shop {
  const shop = new Shop(bundle);
  for (let i = 0; i < 90; i++) {
    const browser = browserAt("DE", `guest${i}`);
    browser.ip = homeIp(randomOf(`pairs/ip ${i}`), "DE");
    const at = start - 29 * dayMs + i * 7.6 * hourMs;
    shop.score({ ...stranger(1000 + i), hotel: 1, at, leadDays: 5 + (i % 40), browser });
  }
  return shop;
}

function outage(everyMs: number): Case["measure"] {
  return (bundle) => {
    const shop = shopWithTabs(bundle);
    const scores = Array.from({ length: 12 }, (_, i) =>
      shop.score({
        ...stranger(2000 + i),
        hotel: 1,
        at: start + i * everyMs,
        leadDays: [3, 12, 25, 40, 8, 60, 17, 33, 90, 5, 21, 48][i]!,
        nights: [2, 3, 4, 7, 1, 5, 3, 2, 7, 2, 3, 4][i]!,
      }),
    );
    const name = everyMs < minuteMs ? "12 guests within 20 s" : "12 guests within an hour";
    return {
      name: `script outage at a hotel, ${name}`,
      labels: scores.map((_, i) => `${i + 1}`),
      scores,
    };
  };
}

/** A program that skips the page and sends one recorded booking with other names. */
const series: Case = {
  group: "missing script",
  rule: climbing,
  measure: (bundle) => {
    const shop = shopWithTabs(bundle);
    const scores = Array.from({ length: 8 }, (_, i) =>
      shop.score({
        ...stranger(3000 + i),
        hotel: 1,
        at: start + i * 40_000,
        leadDays: 2,
        nights: 1,
      }),
    );
    return {
      name: "a series without the page, same nights",
      labels: ["1", "3", "8"],
      scores: [0, 2, 7].map((i) => scores[i]!),
    };
  },
};

function blocker(bundle: Bundle): Measured {
  const shop = shopWithTabs(bundle);
  return {
    name: "a guest who blocks the script, among guests who do not",
    labels: ["blocked"],
    scores: [shop.score({ hotel: 1, at: start })],
  };
}

const missing: readonly Case[] = [
  { group: "missing script", rule: notDenied, measure: outage(1500) },
  { group: "missing script", rule: notDenied, measure: outage(5 * minuteMs) },
  { group: "missing script", rule: notDenied, measure: blocker },
  series,
];

function repeated(view: "with telemetry" | "without"): Case["measure"] {
  return (bundle) => {
    const shop = new Shop(bundle);
    const browser = view === "without" ? {} : { browser: browserAt("DE") };
    const scores = [0, 8, 16, 25].map((s) => shop.score({ ...browser, at: start + s * secondMs }));
    return {
      name: `one booking sent four times within 25 s, ${view}`,
      labels: ["1", "2", "3", "4"],
      scores,
    };
  };
}

/** The booking of a month ago was a chargeback; the same guest books again, `ms` after its report. */
function afterChargeback(bundle: Bundle, ms: number): number {
  const shop = new Shop(bundle);
  shop.score({ at: start - 25 * dayMs, fraudAt: start - ms });
  return shop.score({ at: start, hotel: 2 });
}

const repeats: readonly Case[] = [
  { group: "repeats", rule: losesAtMost(5), measure: repeated("without") },
  { group: "repeats", rule: losesAtMost(5), measure: repeated("with telemetry") },
  {
    group: "repeats",
    rule: denied,
    measure: (bundle) => {
      const times = { "1 s": secondMs, "1 h": hourMs, "2 d": 2 * dayMs };
      return {
        name: "chargeback on the same mail and phone, asked later",
        labels: Object.keys(times),
        scores: Object.values(times).map((ms) => afterChargeback(bundle, ms)),
      };
    },
  },
];

const aids: readonly Case[] = (["keyboard", "voice", "switch", "eyes"] as const).map((way) => ({
  group: "aids and kiosks",
  rule: notDenied,
  measure: (bundle) => {
    const scores = [1, 2, 3, 4, 5].map((i) => {
      const behaviour = assistedBehaviour(randomOf(`pairs/${way} ${i}`), way);
      const { home = "DE", ...person } = stranger(4000 + i);
      return alone(bundle, { ...person, home, browser: browserAt(home), behaviour });
    });
    return {
      name: `five who use a page by ${way}`,
      labels: scores.map((_, i) => `${i + 1}`),
      scores,
    };
  },
}));

const kiosks: readonly Case[] = [
  {
    group: "aids and kiosks",
    rule: oneDenied,
    measure: (bundle) => {
      const shop = new Shop(bundle);
      const browser = browserAt("PT", "kiosk", { ...none(), windowsTouch: 1 });
      browser.ip = hotelWifiIp("PT", "h-1");
      browser.touch = true;
      const { screenWidth, screenHeight } = browser.device;
      const whole = { viewportWidth: screenWidth, viewportHeight: screenHeight };
      Object.assign(browser.device, {
        ...whole,
        outerWidth: screenWidth,
        outerHeight: screenHeight,
      });
      const countries = ["PT", "ES", "DE", "US", "FR", "PT", "BR", "GB", "JP", "PT"];
      const scores = countries.map((home, i) => {
        const at = start + i * 2 * dayMs;
        return shop.score({
          ...stranger(5000 + i, home),
          hotel: 1,
          at,
          leadDays: i % 2,
          nights: 1,
          browser,
        });
      });
      return { name: "ten guests at a lobby's kiosk", labels: countries, scores };
    },
  },
];

export const cases: readonly Case[] = [
  ...homes.flatMap(spelling),
  ...letters,
  ...browsers,
  ...devices,
  ...signs,
  ...missing,
  ...repeats,
  ...aids,
  ...kiosks,
];

export async function scorePairs(folder: string): Promise<Pair[]> {
  const bundle = await readBundleFolder(folder, featureNames);
  try {
    return cases.map(({ group, rule, measure }) => {
      const measured = measure(bundle);
      return { group, rule: rule.rule, holds: rule.holds(measured.scores), ...measured };
    });
  } finally {
    bundle.close();
  }
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dir, "..", "default");
  for (const { holds, group, name, rule, labels, scores } of await scorePairs(folder)) {
    const each = labels.map((label, i) => `${label} ${scores[i]}`).join(", ");
    process.stdout.write(`${holds ? "  " : "! "}${group} | ${name} | ${each} | ${rule}\n`);
  }
}
