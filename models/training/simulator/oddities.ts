/**
 * Inconsistencies within a browser. Some legitimate ones have them: hardened, zoomed out, or with the
 * User-Agent of another system for a page that insists on it. Programs and copied profiles have them
 * more often.
 */
import type { Device } from "../../../src/attempt/telemetry/protocol.ts";
import type { Random } from "./random.ts";

/** What an oddity may change. Declared here because browsers.ts imports this module. */
interface OddBrowser {
  device: Device;
  userAgent: string;
  touch: boolean;
}

/** The probability of each oddity, among all browsers or those of one tool. */
export interface Oddities {
  noPlugins: number;
  noCookies: number;
  /** The page is larger than the screen. */
  oversizedPage: number;
  /** The User-Agent names another operating system. */
  otherSystem: number;
  /** The User-Agent is that of an HTTP library. */
  libraryUserAgent: number;
  /** A phone that reports no touch points. */
  noTouch: number;
}

export const everydayOddities: Oddities = {
  noPlugins: 0.012,
  noCookies: 0.003,
  oversizedPage: 0.006,
  otherSystem: 0.003,
  libraryUserAgent: 0.0006,
  noTouch: 0.003,
};

/** A program that writes the SDK's batches itself. */
export const forgedOddities: Oddities = {
  noPlugins: 0.25,
  noCookies: 0.06,
  oversizedPage: 0.06,
  otherSystem: 0.12,
  libraryUserAgent: 0.3,
  noTouch: 0.5,
};

/** An automated browser with default settings; the driver sometimes sets another User-Agent. */
export const drivenOddities: Oddities = {
  ...everydayOddities,
  noPlugins: 0.2,
  oversizedPage: 0.03,
  otherSystem: 0.14,
};

/** An edited browser profile, not all of which is consistent. */
export const profileOddities: Oddities = {
  ...everydayOddities,
  noPlugins: 0.04,
  oversizedPage: 0.015,
  otherSystem: 0.07,
};

/** Applies at most one random oddity to the browser, in place, and returns it. */
export function withOddities<Of extends OddBrowser>(
  random: Random,
  browser: Of,
  odd: Oddities,
): Of {
  const { device } = browser;
  // A single draw decides whether there is one at all, and which.
  const draw = oneOf(random, odd);
  if (draw === null) return browser;
  if (draw === "noPlugins") device.plugins = 0;
  if (draw === "noCookies") device.cookies = false;
  if (draw === "oversizedPage")
    device.viewportWidth = Math.round((device.screenWidth ?? 800) * 1.25);
  if (draw === "otherSystem") browser.userAgent = withOtherSystem(browser);
  if (draw === "libraryUserAgent") browser.userAgent = random.pick(libraries);
  if (draw === "noTouch") device.touchPoints = 0;
  return browser;
}

const names = Object.keys(everydayOddities) as (keyof Oddities)[];

function oneOf(random: Random, odd: Oddities): keyof Oddities | null {
  let left = random.next();
  for (const name of names) {
    left -= odd[name];
    if (left < 0) return name;
  }
  return null;
}

/** Also seen from a merchant's own app, which fetches pages with the same libraries. */
const libraries = [
  "python-requests/2.32.3",
  "axios/1.7.9",
  "okhttp/4.12.0",
  "Go-http-client/2.0",
  "node",
];

function withOtherSystem({ userAgent, touch }: OddBrowser): string {
  const system = touch ? "X11; Linux x86_64" : "Windows NT 10.0; Win64; x64";
  const other = userAgent.includes(system) ? "Macintosh; Intel Mac OS X 10_15_7" : system;
  return userAgent.replace(/\([^)]*\)/, `(${other})`);
}
