/**
 * The shops that send the requests. They differ in what they sell, in what they send, and in how
 * their checkout is built, so that a model cannot take one shop's ways for the world's.
 */
import type { FieldPurpose } from "../../../src/telemetry/protocol.ts";
import { countryOf } from "./countries.ts";
import { type Segment, segmentShares } from "./marginals.ts";
import { familyName } from "./names.ts";
import { type Random, randomOf } from "./random.ts";

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
  /** Its part of all attempts. */
  weight: number;
  /** Its visitors' own addresses do not reach the service. */
  proxied?: boolean;
  hotels: readonly Hotel[];
  segments: Readonly<Record<Segment, number>>;
  /** Which outcomes it reports; most say only what went wrong. */
  reports: "all" | "fraud";
  /** Whether its operator has a table of networks and their places. */
  geography: boolean;
  /** The browser script on its pages: which version, and which part of those asked deny consent. */
  script: {
    sdkVersion: string;
    /** 0: nobody is asked. */
    denied: number;
  };
  sends: {
    /** Part of the attempts made where the tag is on the pages and the id in the requests. */
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
    /** Paths from the landing to the checkout. */
    singlePage: boolean;
    /** Whether the form is sent as a form, or by a script that the SDK does not see submitting. */
    submits: boolean;
    /** Known guests' details: none, in the page's own HTML, or set later by a script. */
    prefills: "none" | "html" | "script";
    /** Whether there is a field that nobody can see, for programs to fill. */
    trap: boolean;
    /** From the last click to the call, ms; long where the card's bank asks in between. */
    delayMs: number;
  };
}

const short: FieldPurpose[] = ["name", "name", "email", "phone"];
const usual: FieldPurpose[] = [...short, "address", "address", "other"];
const long: FieldPurpose[] = [...usual, "card", "card", "card"];

type Sort = Omit<Merchant, "hotels" | "segments" | "script"> & {
  script?: Merchant["script"];
  hotels: number;
  where: Readonly<Record<string, number>>;
  segments?: Readonly<Record<Segment, number>>;
};

const newest = { sdkVersion: "1.1.0", denied: 0 };
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
  trap: false,
  delayMs: 350,
} as const;
const europe = { PT: 30, ES: 22, FR: 12, IT: 12, GB: 9, DE: 8, NL: 3, AT: 2, IE: 2 };
const atHotel = { online: 0.1, direct: 0.75, agency: 0.05, corporate: 0.1 };

const sorts: readonly Sort[] = [
  {
    project: "big-agency",
    weight: 22,
    reports: "fraud",
    geography: true,
    hotels: 260,
    where: europe,
    sends: all,
    checkout: form,
  },
  {
    project: "portal",
    weight: 14,
    reports: "all",
    geography: false,
    hotels: 160,
    where: { ...europe, US: 10, BR: 6 },
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
      ...{ fields: long, singlePage: true, prefills: "script", trap: true, delayMs: 1500 },
    },
  },
  {
    project: "city-breaks",
    weight: 10,
    reports: "fraud",
    geography: true,
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
    geography: false,
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
    geography: true,
    hotels: 45,
    where: { PT: 6, ES: 5, BR: 2, DE: 1 },
    segments: { online: 0.2, direct: 0.5, agency: 0.1, corporate: 0.2 },
    sends: { ...all, bookerReference: 0.55, guests: "booker" },
    checkout: { ...form, singlePage: true, prefills: "html", trap: true, delayMs: 900 },
  },
  {
    project: "business-travel",
    weight: 8,
    reports: "fraud",
    geography: false,
    hotels: 120,
    where: { ...europe, US: 8, CH: 4 },
    segments: { online: 0.1, direct: 0.1, agency: 0.2, corporate: 0.6 },
    sends: { ...all, bookerReference: 0.95, billing: "none" },
    checkout: { ...form, fields: short, prefills: "script" },
  },
  {
    project: "last-room",
    weight: 6,
    reports: "fraud",
    geography: false,
    hotels: 90,
    where: europe,
    // Many book in its app, which has no pages.
    sends: {
      ...all,
      ...{ collection: 0.6, bookerReference: 0, guests: "none", billing: "none", groupSize: false },
    },
    checkout: {
      ...form,
      fields: short,
      singlePage: true,
      submits: false,
      trap: true,
      delayMs: 700,
    },
  },
  {
    project: "hostel",
    weight: 4,
    reports: "fraud",
    geography: false,
    hotels: 2,
    where: { PT: 1, ES: 1 },
    sends: { ...all, billing: "none", giata: false, hotelReference: false, guests: "none" },
    // Fixed to a version, and never looked at again.
    script: { ...newest, sdkVersion: "1.0.0" },
    checkout: { ...form, fields: short },
  },
  {
    project: "server-only-agency",
    weight: 10,
    reports: "fraud",
    geography: false,
    hotels: 140,
    where: europe,
    sends: { ...all, collection: 0, bookerReference: 0.2 },
    checkout: form,
  },
  {
    project: "server-only-hotel",
    weight: 5,
    reports: "all",
    geography: true,
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
    geography: true,
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
};

export function merchantsOf(seed: string): Merchant[] {
  return sorts.map(({ hotels, where, segments = segmentShares, script = newest, ...rest }) => {
    const random = randomOf(`${seed}/merchant/${rest.project}`);
    const built = Array.from({ length: hotels }, () => hotelOf(random, random.weighted(where)));
    return { ...rest, segments, script, hotels: built };
  });
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

/** Some hotels are booked far more often than others. */
export function pickHotel(random: Random, { hotels }: Merchant): Hotel {
  return hotels[Math.floor(random.next() ** 1.7 * hotels.length)]!;
}
