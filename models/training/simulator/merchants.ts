/**
 * The merchants that send the requests. They differ in what they sell, in the fields they send and in
 * how their checkout is built, so that a model does not overfit to the habits of one merchant.
 */
import type { FieldPurpose } from "../../../src/attempt/telemetry/protocol.ts";
import { countryOf } from "./countries.ts";
import { type Segment, segmentShares } from "./marginals.ts";
import { familyName } from "./names.ts";
import { type Random, randomOf } from "./random.ts";
import { newestSdk } from "./reduced-telemetry.ts";

export interface Hotel {
  referenceId: string;
  giataId: string;
  name: string;
  address: string;
  city: string;
  country: string;
}

export interface Merchant {
  project: string;
  /** Its share of all attempts. */
  weight: number;
  /** A proxy hides its visitors' IP addresses from the service. */
  proxied?: boolean;
  hotels: readonly Hotel[];
  segments: Readonly<Record<Segment, number>>;
  /** Which outcomes it reports; most report fraud only. */
  reports: "all" | "fraud";
  /** Whether its operator has GeoIP databases. */
  geoip: boolean;
  /** The SDK on its pages: its version, and the share of visitors that deny consent. */
  script: {
    sdkVersion: string;
    /** 0: the site does not ask for consent. */
    denied: number;
  };
  sends: {
    /** Share of the attempts on pages with the SDK and with the collection id in the request. */
    collection: number;
    bookerReference: number;
    guests: "none" | "booker" | "all";
    billing: "none" | "country" | "full";
    groupSize: boolean;
    giata: boolean;
    hotelReference: boolean;
    hotelAddress: boolean;
  };
  checkout: {
    fields: readonly FieldPurpose[];
    /** Whether the site navigates without loading pages. */
    singlePage: boolean;
    /** Whether there is a submit event; some forms are sent by a script instead. */
    submits: boolean;
    /** How the form is prefilled for known guests: not at all, in the HTML, or by a script. */
    prefills: "none" | "html" | "script";
    /** Whether the form has an invisible field that only programs fill. */
    honeypot: boolean;
    /** From the last click to the API request, ms; long where the card issuer authenticates first. */
    delayMs: number;
  };
}

const short: FieldPurpose[] = ["name", "name", "email", "phone"];
const usual: FieldPurpose[] = [...short, "address", "address", "other"];
const long: FieldPurpose[] = [...usual, "card", "card", "card"];

type MerchantSpec = Omit<Merchant, "hotels" | "segments" | "script"> & {
  script?: Merchant["script"];
  hotels: number;
  where: Readonly<Record<string, number>>;
  segments?: Readonly<Record<Segment, number>>;
};

const newest = { sdkVersion: newestSdk, denied: 0 };
const all = {
  collection: 1,
  bookerReference: 0.3,
  guests: "all",
  billing: "full",
  groupSize: true,
  giata: true,
  hotelReference: true,
  hotelAddress: true,
} as const;
const form = {
  fields: usual,
  singlePage: false,
  submits: true,
  prefills: "none",
  honeypot: false,
  delayMs: 350,
} as const;
const europe = { PT: 30, ES: 22, FR: 12, IT: 12, GB: 9, DE: 8, NL: 3, AT: 2, IE: 2 };
/** Most guests are domestic, so these hotels bring guests of other scripts. */
// biome-ignore format: a table
const world = {
  ...europe,
  GR: 5, TR: 5, US: 6, JP: 4, TH: 4, KR: 2, CN: 3, TW: 2, HK: 1, IN: 3, ID: 4, VN: 2, AE: 3,
  EG: 2, SA: 2, MA: 2, IL: 2, MX: 3, BR: 3, UA: 1, BG: 1, CZ: 2, HU: 2, HR: 2, ZA: 2, GE: 1,
};
const atHotel = { online: 0.1, direct: 0.75, agency: 0.05, corporate: 0.1 };

const merchantSpecs: readonly MerchantSpec[] = [
  {
    project: "big-agency",
    weight: 22,
    reports: "fraud",
    geoip: true,
    hotels: 260,
    where: world,
    sends: all,
    checkout: form,
  },
  {
    project: "portal",
    weight: 14,
    reports: "all",
    geoip: false,
    hotels: 160,
    where: { ...world, US: 10, BR: 6 },
    sends: {
      ...all,
      bookerReference: 1,
      guests: "booker",
      billing: "country",
      hotelAddress: false,
    },
    script: { ...newest, denied: 0.2 },
    checkout: {
      ...form,
      fields: long,
      singlePage: true,
      prefills: "script",
      honeypot: true,
      delayMs: 1500,
    },
  },
  {
    project: "city-breaks",
    weight: 10,
    reports: "fraud",
    geoip: true,
    hotels: 60,
    where: { PT: 4, ES: 5, GB: 3, NL: 3, FR: 3, DK: 1, SE: 1 },
    sends: { ...all, bookerReference: 0, billing: "country", giata: false },
    script: { ...newest, denied: 0.15 },
    checkout: { ...form, submits: false, delayMs: 12_000 },
  },
  {
    project: "resort",
    weight: 7,
    reports: "all",
    geoip: false,
    proxied: true,
    hotels: 3,
    where: { PT: 1 },
    segments: atHotel,
    sends: { ...all, bookerReference: 0.1, giata: false },
    script: { ...newest, denied: 0.25 },
    checkout: { ...form, fields: long, prefills: "html" },
  },
  {
    project: "hotel-chain",
    weight: 11,
    reports: "all",
    geoip: true,
    hotels: 45,
    where: { PT: 6, ES: 5, BR: 2, DE: 1 },
    segments: { online: 0.2, direct: 0.5, agency: 0.1, corporate: 0.2 },
    sends: { ...all, bookerReference: 0.55, guests: "booker" },
    checkout: { ...form, singlePage: true, prefills: "html", honeypot: true, delayMs: 900 },
  },
  {
    project: "business-travel",
    weight: 8,
    reports: "fraud",
    geoip: false,
    hotels: 120,
    where: { ...europe, US: 8, CH: 4 },
    segments: { online: 0.1, direct: 0.1, agency: 0.2, corporate: 0.6 },
    sends: { ...all, bookerReference: 0.95, billing: "none" },
    script: { ...newest, sdkVersion: "1.1.0" },
    checkout: { ...form, fields: short, prefills: "script" },
  },
  {
    project: "last-room",
    weight: 6,
    reports: "fraud",
    geoip: false,
    hotels: 90,
    where: europe,
    // Many book in its app, which does not run the SDK.
    sends: {
      ...all,
      collection: 0.6,
      bookerReference: 0,
      guests: "none",
      billing: "none",
      groupSize: false,
    },
    checkout: {
      ...form,
      fields: short,
      singlePage: true,
      submits: false,
      honeypot: true,
      delayMs: 700,
    },
  },
  {
    project: "hostel",
    weight: 4,
    reports: "fraud",
    geoip: false,
    hotels: 2,
    where: { PT: 1, ES: 1 },
    sends: { ...all, billing: "none", giata: false, hotelReference: false, guests: "none" },
    // Pinned to an old version.
    script: { ...newest, sdkVersion: "1.0.0" },
    checkout: { ...form, fields: short },
  },
  {
    project: "server-only-agency",
    weight: 10,
    reports: "fraud",
    geoip: false,
    hotels: 140,
    where: world,
    sends: { ...all, collection: 0, bookerReference: 0.2 },
    checkout: form,
  },
  {
    project: "server-only-hotel",
    weight: 5,
    reports: "all",
    geoip: true,
    hotels: 1,
    where: { PT: 1 },
    segments: atHotel,
    sends: { ...all, collection: 0, giata: false, billing: "none", guests: "booker" },
    checkout: form,
  },
  {
    project: "call-centre",
    weight: 3,
    reports: "fraud",
    geoip: true,
    hotels: 40,
    where: europe,
    segments: { online: 0, direct: 0.3, agency: 0.6, corporate: 0.1 },
    sends: { ...all, collection: 0, bookerReference: 0.6, billing: "country" },
    checkout: form,
  },
];

const cities: Readonly<Record<string, readonly string[]>> = {
  PT: ["Lisboa", "Porto", "Faro", "Coimbra", "Funchal", "Braga"],
  ES: ["Madrid", "Barcelona", "Sevilla", "Málaga", "Valencia"],
  FR: ["Paris", "Nice", "Lyon", "Bordeaux"],
  IT: ["Roma", "Milano", "Firenze", "Venezia"],
  GB: ["London", "Edinburgh", "Manchester", "Bath"],
  DE: ["Berlin", "München", "Hamburg"],
  US: ["New York", "Miami", "San Francisco"],
  BR: ["São Paulo", "Rio de Janeiro"],
  GR: ["Athina", "Thessaloniki"],
  TR: ["Istanbul", "Antalya"],
  JP: ["Tokyo", "Kyoto", "Osaka"],
  TH: ["Bangkok", "Phuket"],
  ID: ["Jakarta", "Bali"],
  IN: ["Delhi", "Mumbai", "Goa"],
};

export function merchantsOf(seed: string): Merchant[] {
  return merchantSpecs.map(
    ({ hotels, where, segments = segmentShares, script = newest, ...rest }) => {
      const random = randomOf(`${seed}/merchant/${rest.project}`);
      const built = Array.from({ length: hotels }, () => hotelOf(random, random.weighted(where)));
      return { ...rest, segments, script, hotels: built };
    },
  );
}

function hotelOf(random: Random, country: string): Hotel {
  const { tongue } = countryOf(country);
  const city = random.pick(cities[country] ?? ["Centrum", "Station", "Old Town"]);
  const word = random.pick(["Hotel", "Palace", "Residence", "Boutique Hotel", "Inn", "Suites"]);
  return {
    referenceId: `h-${random.digits(5)}`,
    giataId: random.digits(6),
    name: `${word} ${familyName(random, tongue)} ${city}`,
    address: `${familyName(random, tongue)} ${random.int(1, 240)}, ${city}`,
    city,
    country,
  };
}

export function pickMerchant(
  random: Random,
  from: readonly Merchant[],
  fits: (merchant: Merchant) => boolean = () => true,
): Merchant {
  const fitting = from.filter(fits);
  const weights = Object.fromEntries(fitting.map(({ weight }, i) => [i, weight]));
  return fitting[Number(random.weighted(weights))]!;
}

/** Picks a hotel; some are booked far more often than others. */
export function pickHotel(random: Random, { hotels }: Merchant): Hotel {
  return hotels[Math.floor(random.next() ** 1.7 * hotels.length)]!;
}
