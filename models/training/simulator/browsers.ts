/** Devices and browsers of people; automated-browser.ts derives those under automation. */
import type { Device } from "../../../src/attempt/telemetry/protocol.ts";
import type { SignatureResult } from "../../../src/attempt/telemetry/signature.ts";
import { countryCodes, countryOf } from "./countries.ts";
import { carrierIp, homeIp } from "./ip-addresses.ts";
import { everydayOddities, withOddities } from "./oddities.ts";
import type { Random } from "./random.ts";
import { deskKeyboards, type Keyboard, screenKeyboards } from "./typing.ts";

export interface Browser {
  device: Device;
  userAgent: string;
  ip: string;
  /** Whether it is used by touch rather than with a mouse. */
  touch: boolean;
  /** What the device reports about keys, mouse and touch. */
  input: {
    keyboard: Keyboard;
    /** Share of capital letters that arrive without Shift. */
    shiftless: number;
    /** Whether an @ comes from the key of the digit 2 alone. */
    bareAt: boolean;
    /** Share of the scroll movements that leap, as a driver's wheel does. */
    leaps: number;
    /** Mouse movements per frame; null where the browser does not expose them. */
    mouse: number | null;
    /** Share of moves to fractional coordinates, and whether clicks carry a pressure. */
    fractions: number;
    pressure: boolean;
    sizesTouches: boolean;
  };
  requests: Requests;
}

/** What the browser's request headers say, where that differs from what scripts see. */
export interface Requests {
  /** Whether it sends client hints, as Chromium does. */
  clientHints: boolean;
  /** Neither Origin nor Sec-Fetch-Mode: a very old browser, or none at all. */
  noFetchHeaders: boolean;
  /** null: the header is missing. */
  language?: string | null;
  platform?: string;
  /** What the service finds where an agent signs its requests; absent: it does not. */
  signature?: SignatureResult;
  /** User-Agent of the request sent on leaving a page, and of all later ones. */
  laterAgent?: string;
}

const chrome = (system: string, version: number, tail = "") =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${tail} Safari/537.36`;

interface Model {
  agent: (version: number) => string;
  platform: string;
  screens: readonly (readonly [number, number, number])[];
  touchPoints: number;
  touch: boolean;
  cores: readonly number[];
  /** Only Chromium exposes the amount of memory. */
  chromium: boolean;
}

const phone = { touchPoints: 5, touch: true, cores: [4, 6, 8, 8] } as const;
const desktop = {
  touchPoints: 0,
  touch: false,
  cores: [2, 4, 4, 6, 8, 8, 8, 10, 12, 12, 16, 16, 20, 32],
} as const;
const wide = [
  [1920, 1080, 1],
  [1536, 864, 1.25],
  [1366, 768, 1],
  [2560, 1440, 1],
] as const;

const models = {
  windows: {
    ...desktop,
    agent: (v) => chrome("Windows NT 10.0; Win64; x64", v),
    platform: "Windows",
    screens: wide,
    chromium: true,
  },
  windowsTouch: {
    ...desktop,
    touchPoints: 10,
    agent: (v) => `${chrome("Windows NT 10.0; Win64; x64", v)} Edg/${v}.0.0.0`,
    platform: "Windows",
    screens: wide,
    chromium: true,
  },
  mac: {
    ...desktop,
    agent: (v) => chrome("Macintosh; Intel Mac OS X 10_15_7", v),
    platform: "macOS",
    screens: [
      [1440, 900, 2],
      [1512, 982, 2],
      [1728, 1117, 2],
    ],
    chromium: true,
  },
  safari: {
    ...desktop,
    agent: () =>
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15",
    platform: "MacIntel",
    screens: [
      [1440, 900, 2],
      [1512, 982, 2],
    ],
    chromium: false,
  },
  firefox: {
    ...desktop,
    agent: (v) => `Mozilla/5.0 (X11; Linux x86_64; rv:${v}.0) Gecko/20100101 Firefox/${v}.0`,
    platform: "Linux x86_64",
    screens: wide,
    chromium: false,
  },
  linux: {
    ...desktop,
    agent: (v) => chrome("X11; Linux x86_64", v),
    platform: "Linux",
    screens: wide,
    chromium: true,
  },
  android: {
    ...phone,
    agent: (v) => chrome("Linux; Android 10; K", v, " Mobile"),
    platform: "Android",
    screens: [
      [393, 873, 2.75],
      [412, 915, 2.625],
      [360, 800, 3],
    ],
    chromium: true,
  },
  iphone: {
    ...phone,
    agent: () =>
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1",
    platform: "iPhone",
    screens: [
      [393, 852, 3],
      [390, 844, 3],
      [430, 932, 3],
    ],
    chromium: false,
  },
} satisfies Record<string, Model>;
export type ModelName = keyof typeof models;

export const everyday: Readonly<Record<ModelName, number>> = {
  windows: 30,
  windowsTouch: 6,
  mac: 8,
  safari: 7,
  firefox: 4,
  linux: 2,
  android: 21,
  iphone: 22,
};
export const desktops = { ...everyday, android: 0, iphone: 0 };
export const phones = { ...desktops, ...none(), android: 1, iphone: 1 };

/** A weight of zero for every model, to be overridden for some. */
export function none(): Record<ModelName, number> {
  return Object.fromEntries(Object.keys(models).map((name) => [name, 0])) as never;
}

/** The browser of a person who lives in `home`, with an IP address there. */
export function browserOf(
  random: Random,
  home: string,
  weights: Readonly<Record<ModelName, number>> = everyday,
): Browser {
  const model: Model = models[random.weighted(weights)];
  const version = random.int(126, 133);
  const [screenWidth, screenHeight, pixelRatio] = random.pick(model.screens);
  const { timeZone, utcOffsetMin, languages } = countryOf(home);
  const device: Device = {
    screenWidth,
    screenHeight,
    ...windowOf(random, model, screenWidth, screenHeight),
    pixelRatio,
    cores: random.pick(model.cores),
    touchPoints: model.touchPoints,
    languages: languagesOf(random, languages),
    timeZone,
    utcOffsetMin,
    platform: model.platform,
    webdriver: false,
    plugins: model.touch ? 0 : 5,
    cookies: true,
    traces: tracesOf(random),
  };
  if (model.chromium) {
    device.memoryGb = random.pick([4, 8, 8]);
    device.brands = brandsOf(random, model.agent(version));
    device.mobile = model.touch;
  }
  // Private windows discard it on closing, and some block storage altogether.
  if (!random.chance(0.02)) device.deviceId = `dev_${random.code(16)}`;
  const ip = model.touch && random.chance(0.5) ? carrierIp(random, home) : homeIp(random, home);
  const browser: Browser = {
    device,
    userAgent: model.agent(version),
    ip,
    touch: model.touch,
    input: inputOf(random, model, pixelRatio),
    requests: { clientHints: model.chromium, noFetchHeaders: random.chance(0.0003) },
  };
  // Updated in the meantime, or switched to phone emulation in the developer tools.
  if (random.chance(0.004)) browser.requests.laterAgent = model.agent(version + 1);
  // Privacy settings and extensions alter the headers, or the values that scripts see.
  if (random.chance(0.012)) browser.requests.language = random.pick(["en-US", "en", null]);
  if (random.chance(0.003)) browser.requests.platform = "Linux";
  return withOddities(random, browser, everydayOddities);
}

/**
 * Some have an English browser in a country of another language, most of them the American one.
 * Assumed: one in seven, which is the share of those born abroad in the European Union (13.9 % on
 * 1 January 2024, Eurostat); a few of these have the language of where they come from.
 */
function languagesOf(random: Random, own: readonly string[]): string[] {
  const local = own.slice(0, random.chance(0.35) ? 1 : own.length);
  const way = random.weighted({ local: 855, english: 115, other: 30 });
  if (way === "local") return local;
  const first =
    way === "english"
      ? [random.weighted({ "en-US": 80, "en-GB": 20 }), "en"]
      : countryOf(random.pick(countryCodes)).languages.slice(0, 2);
  return [...new Set([...first, ...(random.chance(0.6) ? local : [])])];
}

/** The dimensions of the window and of the page in it. */
function windowOf(random: Random, model: Model, width: number, height: number) {
  if (model.touch) {
    const page = { viewportWidth: width, viewportHeight: height - random.int(60, 190) };
    return { ...page, outerWidth: width, outerHeight: height };
  }
  // F11, kiosks and shared screens run in full screen.
  const whole = { viewportWidth: width, viewportHeight: height };
  if (random.chance(0.015)) return { ...whole, outerWidth: width, outerHeight: height };
  const bars = random.int(70, 150);
  const narrow = random.chance(0.3) ? random.int(80, 500) : 0;
  const page = {
    viewportWidth: width - narrow - random.pick([0, 0, 15]),
    viewportHeight: height - bars - random.int(25, 90),
  };
  // Hardened browsers report the page's size as the window's.
  const edge = random.chance(0.012) ? 0 : bars;
  return {
    ...page,
    outerWidth: page.viewportWidth + (edge && random.pick([0, 2, 16])),
    outerHeight: page.viewportHeight + edge,
  };
}

/** Now and then an extension patches native functions or leaves globals, as stealth plug-ins do. */
function tracesOf(random: Random): string[] {
  if (random.chance(0.997)) return [];
  return [random.weighted({ native: 80, globals: 12, brand: 8 })];
}

function brandsOf(random: Random, userAgent: string): string[] {
  const made = userAgent.includes("Edg/") ? "Microsoft Edge" : "Google Chrome";
  const grease = random.pick(["Not=A?Brand", "Not A(Brand", "Not:A-Brand"]);
  return [made, "Chromium", grease];
}

function inputOf(random: Random, model: Model, pixelRatio: number): Browser["input"] {
  // A touchpad moves little more than once per frame, a gaming mouse up to sixteen times. On a fast
  // screen, of 120 frames a second or more, an office mouse of 125 reports or a touchpad moves at
  // most once. No recording says how many people that are, so they are enough not to be penalised.
  const rate = random.weighted({ once: 10, touchpad: 20, mouse: 70 });
  const rates = {
    once: () => random.between(1, 1.006),
    touchpad: () => random.between(1.03, 1.4),
    mouse: () => Math.min(16, Math.max(1.15, random.around(2.1, 0.6))),
  };
  const safari = model.platform === "MacIntel";
  // A remote desktop forwards keys and moves over the network.
  const remote = random.chance(0.005);
  return {
    keyboard: random.weighted(model.touch ? screenKeyboards : deskKeyboards),
    // Most remote desktops forward the Shift key as well.
    shiftless: remote && random.chance(0.12) ? 1 : 0,
    bareAt: random.chance(0.0003),
    leaps: leapsOf(random, { remote, wheel: rate === "mouse" && !model.touch }),
    mouse: safari && random.chance(0.5) ? null : model.chromium && !remote ? rates[rate]() : 1,
    // A mouse moves by whole physical pixels; a zoomed page rounds them.
    fractions: pixelRatio > 1 && random.chance(0.06) ? random.between(0.2, 0.7) : 0.001,
    pressure: !random.chance(0.0008),
    sizesTouches: random.chance(0.85),
  };
}

/**
 * Without animations every notch of a wheel is a leap: on remote desktops, and for those who switched
 * them off in the system or the browser. Assumed to be one user of a mouse in twenty; on a page that is
 * busy, a first frame comes late enough to look like one now and then.
 */
function leapsOf(random: Random, { remote, wheel }: { remote: boolean; wheel: boolean }): number {
  if (wheel && (remote || random.chance(0.05))) return random.between(0.6, 1);
  return wheel && random.chance(0.1) ? random.between(0, 0.15) : 0;
}
