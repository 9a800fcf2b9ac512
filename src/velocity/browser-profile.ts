/**
 * What a browser looks like, coarsely: its kind, screen, processor, languages and time zone. It
 * outlives a wiped profile, and thousands of people share one, so that it never links two attempts
 * alone: it is only counted among attempts that have something else in common.
 */
import type { CollectionFacts } from "../telemetry/summary.ts";

/** In this order: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const browsers = [
  ...["Edg", "OPR", "SamsungBrowser", "Firefox", "FxiOS", "CriOS"],
  ...["HeadlessChrome", "Chrome", "Safari"],
];

/** @returns a text that equal looks have in common; null where too little of it was seen. */
export function lookOf({ device, userAgents }: CollectionFacts): string | null {
  const agent = userAgents?.[0];
  if (!device?.screenWidth || !device.timeZone || !agent) return null;
  const { screenWidth, screenHeight, pixelRatio, cores, memoryGb, touchPoints } = device;
  const readings = [screenWidth, screenHeight, pixelRatio, cores, memoryGb, touchPoints];
  const { languages, timeZone, platform } = device;
  const browser = browsers.find((name) => agent.includes(name));
  return JSON.stringify([browser, ...readings, platform, timeZone, languages]);
}
