/**
 * What about a browser does not fit together. Some honest ones are odd: hardened, zoomed out, posing
 * as another for a page that insists. Programs and copied profiles are odd more often.
 */
import type { Browser } from "./browsers.ts";
import type { Random } from "./random.ts";

/** How often each of them is found, of all browsers or of those of one tool. */
export interface Oddities {
  noPlugins: number;
  noCookies: number;
  /** A page larger than the screen that it is on. */
  spilling: number;
  /** The User-Agent is another system's. */
  poses: number;
  /** The User-Agent is no browser's at all. */
  library: number;
  /** A phone whose screen takes no touches. */
  untouchable: number;
}

export const everydayOddities: Oddities = {
  noPlugins: 0.012,
  noCookies: 0.003,
  spilling: 0.006,
  poses: 0.003,
  library: 0.0006,
  untouchable: 0.003,
};

/** A program that writes the SDK's messages itself. */
export const forgedOddities: Oddities = {
  noPlugins: 0.25,
  noCookies: 0.06,
  spilling: 0.06,
  poses: 0.12,
  library: 0.3,
  untouchable: 0.5,
};

/** A driven browser, as it comes; its driver sometimes sets another User-Agent. */
export const drivenOddities: Oddities = {
  ...everydayOddities,
  noPlugins: 0.2,
  spilling: 0.03,
  poses: 0.14,
};

/** A profile that somebody worked on, and not everything fits. */
export const profileOddities: Oddities = {
  ...everydayOddities,
  noPlugins: 0.04,
  spilling: 0.015,
  poses: 0.07,
};

/** The browser with the oddities that chance gives it; the same object. */
export function withOddities<Of extends Browser>(random: Random, browser: Of, odd: Oddities): Of {
  const { device } = browser;
  // One draw decides for most browsers that nothing is odd about them.
  const draw = oneOf(random, odd);
  if (draw === null) return browser;
  if (draw === "noPlugins") device.plugins = 0;
  if (draw === "noCookies") device.cookies = false;
  if (draw === "spilling") device.viewportWidth = Math.round((device.screenWidth ?? 800) * 1.25);
  if (draw === "poses") browser.userAgent = otherSystem(browser);
  if (draw === "library") browser.userAgent = random.pick(libraries);
  if (draw === "untouchable") device.touchPoints = 0;
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

/** Also a shop's own app, which fetches its pages with the same tools. */
const libraries = [
  "python-requests/2.32.3",
  "axios/1.7.9",
  "okhttp/4.12.0",
  "Go-http-client/2.0",
  "node",
];

function otherSystem({ userAgent, touch }: Browser): string {
  const system = touch ? "X11; Linux x86_64" : "Windows NT 10.0; Win64; x64";
  const other = userAgent.includes(system) ? "Macintosh; Intel Mac OS X 10_15_7" : system;
  return userAgent.replace(/\([^)]*\)/, `(${other})`);
}
