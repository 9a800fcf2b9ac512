/**
 * The browser profile, coarsely: browser, screen, processor, languages and time zone. It survives
 * cleared storage, and thousands of people share one, so it never links two attempts alone: it only
 * counts among attempts that share another identity.
 */
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";

/** In this order: Edge and Opera also name Chrome, and Chrome also names Safari. */
const browsers = [
  "Edg",
  "OPR",
  "SamsungBrowser",
  "Firefox",
  "FxiOS",
  "CriOS",
  "HeadlessChrome",
  "Chrome",
  "Safari",
];

/** @returns a text that is the same for equal profiles; null where too little is known. */
export function browserProfileOf({ device, userAgents }: CollectionFacts): string | null {
  const agent = userAgents?.[0];
  if (!device?.screenWidth || !device.timeZone || !agent) return null;
  const { screenWidth, screenHeight, pixelRatio, cores, memoryGb, touchPoints } = device;
  const numbers = [screenWidth, screenHeight, pixelRatio, cores, memoryGb, touchPoints];
  const { languages, timeZone, platform } = device;
  const browser = browsers.find((name) => agent.includes(name));
  return JSON.stringify([browser, ...numbers, platform, timeZone, languages]);
}
