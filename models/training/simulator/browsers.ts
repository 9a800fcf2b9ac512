/** Devices and browsers. */
import type { Device } from "../../../src/telemetry/protocol.ts";
import { carrierIp, homeIp } from "./addresses.ts";
import { countryOf } from "./countries.ts";
import { everydayOddities, withOddities } from "./oddities.ts";
import type { Random } from "./random.ts";

export interface Browser {
  device: Device;
  userAgent: string;
  ip: string;
  /** Fingers, not a mouse. */
  touch: boolean;
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
  /** Chromium tells how much memory there is; others do not. */
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

function none(): Record<ModelName, number> {
  return Object.fromEntries(Object.keys(models).map((name) => [name, 0])) as never;
}

/** A browser that somebody living in `home` uses, at an address there. */
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
    ...viewport(random, model, screenWidth, screenHeight),
    pixelRatio,
    cores: random.pick(model.cores),
    touchPoints: model.touchPoints,
    languages: languages.slice(0, random.chance(0.35) ? 1 : languages.length),
    timeZone,
    utcOffsetMin,
    platform: model.platform,
    webdriver: false,
    plugins: model.touch ? 0 : 5,
    cookies: true,
  };
  if (model.chromium) device.memoryGb = random.pick([4, 8, 8]);
  // Private windows forget it on closing; some refuse storage altogether.
  if (!random.chance(0.02)) device.deviceId = `dev_${random.code(16)}`;
  const ip = model.touch && random.chance(0.5) ? carrierIp(random, home) : homeIp(random, home);
  const browser = { device, userAgent: model.agent(version), ip, touch: model.touch };
  return withOddities(random, browser, everydayOddities);
}

function viewport(random: Random, model: Model, width: number, height: number) {
  if (model.touch) {
    return { viewportWidth: width, viewportHeight: height - random.int(60, 190) };
  }
  // F11, kiosks and screens shared with others fill the whole screen.
  if (random.chance(0.015)) return { viewportWidth: width, viewportHeight: height };
  const narrow = random.chance(0.3) ? random.int(80, 500) : random.pick([0, 15]);
  return { viewportWidth: width - narrow, viewportHeight: height - random.int(95, 230) };
}

const servers = { linux: 3, windows: 1 };

/** What a browser under Playwright or Puppeteer looks like to the page that it opens. */
export function automatedBrowser(random: Random, home: string, disguise: number): Browser {
  // Who hides takes what most people have; the others, what the server has.
  const models = disguise > 0.5 ? { windows: 11, windowsTouch: 2, mac: 5, linux: 4 } : servers;
  const browser = browserOf(random, home, { ...none(), ...models });
  const headless = !random.chance(disguise);
  browser.device.webdriver = !random.chance(disguise);
  if (headless) {
    browser.userAgent = browser.userAgent.replace("Chrome/", "HeadlessChrome/");
    const [width, height] = random.pick([
      [1280, 720],
      [800, 600],
      [1280, 720],
      [1920, 1080],
    ]);
    const size = { screenWidth: width!, screenHeight: height! };
    Object.assign(browser.device, size, { viewportWidth: width, viewportHeight: height });
    browser.device.languages = ["en-US"];
  }
  if (random.chance(disguise > 0.5 ? 0.12 : 0.4))
    Object.assign(browser.device, { utcOffsetMin: 0, timeZone: "UTC" });
  if (random.chance(0.5)) browser.device.cores = random.pick([1, 2, 2, 4, 8, 16, 32]);
  return browser;
}
