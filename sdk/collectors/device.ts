/** The browser and its surroundings, from what every page can read; no drawing, no probing. */
import type { Device } from "../../src/telemetry/protocol.ts";
import { atMost } from "../watch.ts";

interface Hints extends Navigator {
  deviceMemory?: number;
  userAgentData?: { platform?: string };
}

const count = (value: number | undefined) =>
  value === undefined ? undefined : atMost(1_000_000, value);

/** JSON leaves out what is undefined; the protocol calls that "could not be read". */
type Readings = { [Member in keyof Device]: Device[Member] | undefined };

export function readDevice(deviceId: string | undefined): Device {
  const browser = navigator as Hints;
  const readings: Readings = {
    deviceId,
    screenWidth: count(screen.width),
    screenHeight: count(screen.height),
    viewportWidth: count(innerWidth),
    viewportHeight: count(innerHeight),
    pixelRatio: Math.min(100, devicePixelRatio || 1),
    cores: count(browser.hardwareConcurrency),
    memoryGb: browser.deviceMemory,
    touchPoints: count(browser.maxTouchPoints),
    languages: (browser.languages ?? []).slice(0, 20).map((language) => language.slice(0, 35)),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone?.slice(0, 64),
    utcOffsetMin: new Date().getTimezoneOffset(),
    platform: (browser.userAgentData?.platform || browser.platform)?.slice(0, 64),
    webdriver: browser.webdriver,
    plugins: count(browser.plugins?.length),
    cookies: browser.cookieEnabled,
  };
  return readings as Device;
}
