/** The headers that a browser adds to the batches that its script sends. */
import type { BrowserHeaders } from "../../../src/telemetry/summary.ts";
import type { Browser } from "./browsers.ts";

/** @param origin of the page. */
export function headersOf({ device, requests }: Browser, origin: string): BrowserHeaders {
  const { names, plain, language, platform } = requests;
  return {
    origin: plain ? null : origin,
    fetchMode: plain ? null : "cors",
    language: language === undefined ? (device.languages?.[0] ?? null) : language,
    brands: names ? (device.brands ?? []).join(", ") || null : null,
    platform: names ? (platform ?? device.platform ?? null) : null,
  };
}

/** Of a program that knows no browser. */
export const noHeaders: BrowserHeaders = {
  origin: null,
  fetchMode: null,
  language: null,
  brands: null,
  platform: null,
};
