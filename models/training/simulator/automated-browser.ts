/** Browsers under automation, as the page sees them. */
import { type Browser, browserOf, none } from "./browsers.ts";
import type { Random } from "./random.ts";

const serverModels = { linux: 3, windows: 1 };
const commonModels = { windows: 11, windowsTouch: 2, mac: 5, linux: 4 };

/**
 * @param disguise the probability, 0 to 1, that each sign of automation is hidden. 0 is what the
 *   documentation of Playwright and Puppeteer leads to.
 */
export function automatedBrowser(random: Random, home: string, disguise: number): Browser {
  // A disguised program claims a common system; the others report the server's own.
  const models = disguise > 0.5 ? commonModels : serverModels;
  const browser = browserOf(random, home, { ...none(), ...models });
  const { device } = browser;
  const shows = () => !random.chance(disguise);
  browser.input = inputOf(random, disguise > 0.5);
  device.webdriver = shows();
  if (shows()) makeHeadless(random, browser);
  if (shows()) removeFrame(device);
  device.traces = tracesOf(random, disguise);
  if (random.chance(disguise > 0.5 ? 0.12 : 0.4)) {
    Object.assign(device, { utcOffsetMin: 0, timeZone: "UTC" });
  }
  if (random.chance(0.5)) device.cores = random.pick([1, 2, 2, 4, 8, 16, 32]);
  if (disguise > 0.5) forgetHeaders(random, browser);
  return browser;
}

/**
 * A browser that nothing drives: the program moves the mouse and presses the keys of the operating system, so that
 * only how it does so can tell it from a person.
 */
export const undrivenBrowser = (random: Random, home: string): Browser =>
  browserOf(random, home, { ...none(), ...commonModels });

function makeHeadless(random: Random, browser: Browser): void {
  const { device } = browser;
  browser.userAgent = browser.userAgent.replace("Chrome/", "HeadlessChrome/");
  // Newer versions do not say so in their brands.
  if (random.chance(0.3)) device.brands = ["HeadlessChrome", "Chromium"];
  const [width, height] = random.pick([
    [1280, 720],
    [800, 600],
    [1280, 720],
    [1920, 1080],
  ]);
  const size = { screenWidth: width!, screenHeight: height! };
  Object.assign(device, size, { viewportWidth: width, viewportHeight: height });
  device.languages = ["en-US"];
}

function removeFrame(device: Browser["device"]): void {
  const { viewportWidth: outerWidth, viewportHeight: outerHeight } = device;
  Object.assign(device, { outerWidth, outerHeight });
}

/** Traces that drivers leave; a disguise removes some and may leave traces of its own. */
function tracesOf(random: Random, disguise: number): string[] {
  const careful = disguise > 0.5;
  const share = careful
    ? { globals: 0.22, native: 0.2, brand: 0.12 }
    : { globals: 0.5, native: 0.05, brand: 0.03 };
  return Object.entries(share).flatMap(([trace, part]) => (random.chance(part) ? [trace] : []));
}

/**
 * Input events created by a driver: never coalesced, and more or less like real ones. Who thought of Shift
 * for capitals often forgot the @; a wheel is turned by a notch at once, in small steps, or not at all where
 * a script scrolls.
 */
function inputOf(random: Random, careful: boolean): Browser["input"] {
  const shiftless = random.chance(careful ? 0.55 : 0.75) ? 1 : 0;
  return {
    keyboard: "full",
    shiftless,
    bareAt: random.chance(shiftless ? 0.97 : 0.5),
    leaps: random.chance(careful ? 0.5 : 0.65) ? random.between(0.7, 1) : 0,
    mouse: random.chance(0.7) ? 1 : random.between(1, 1.012),
    fractions: random.chance(careful ? 0.5 : 0.75) ? random.between(0.8, 1) : 0,
    pressure: random.chance(careful ? 0.6 : 0.5),
    sizesTouches: false,
  };
}

/** The disguise covers what scripts see and overlooks some request headers. */
function forgetHeaders(random: Random, { device, requests, userAgent }: Browser): void {
  if (random.chance(0.12)) requests.laterAgent = userAgent.replace(" Chrome/", " HeadlessChrome/");
  if (random.chance(0.15)) requests.language = random.pick(["en-US", "en"]);
  if (random.chance(0.15)) requests.platform = device.platform === "Linux" ? "Windows" : "Linux";
}
