/** The browser and its environment, from what every page can read; no canvas, no probing. */
import type { Device } from "../../src/attempt/telemetry/protocol.ts";
import { denied } from "../consent.ts";
import { deviceId } from "../session.ts";
import { type HintedNavigator, readTraces } from "./integrity.ts";

/** A whole number that the protocol accepts; undefined for anything else. */
const count = (value: number | undefined) => (value! >= 0 ? Math.round(value!) : undefined);

const texts = (values: readonly string[] | undefined, most: number, length: number) =>
  values?.slice(0, most).map((value) => value.slice(0, length));

/** JSON omits what is undefined, which the protocol defines as "could not be read". */
type Readings = { [Member in keyof Device]: Device[Member] | undefined };

export function readDevice(): Device {
  const browser = navigator as HintedNavigator;
  const needed = { webdriver: browser.webdriver, traces: readTraces() };
  const id = deviceId();
  if (denied) return needed;
  const hints = browser.userAgentData;
  const readings: Readings = {
    ...needed,
    deviceId: id,
    screenWidth: count(screen.width),
    screenHeight: count(screen.height),
    viewportWidth: count(innerWidth),
    viewportHeight: count(innerHeight),
    outerWidth: count(outerWidth),
    outerHeight: count(outerHeight),
    pixelRatio: devicePixelRatio,
    cores: count(browser.hardwareConcurrency),
    memoryGb: browser.deviceMemory,
    touchPoints: count(browser.maxTouchPoints),
    languages: texts(browser.languages, 20, 35),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    utcOffsetMin: new Date().getTimezoneOffset(),
    platform: (hints?.platform || browser.platform)?.slice(0, 64),
    plugins: count(browser.plugins?.length),
    cookies: browser.cookieEnabled,
    brands: texts(
      hints?.brands?.map(({ brand }) => brand),
      8,
      40,
    ),
    mobile: hints?.mobile,
  };
  return readings as Device;
}
