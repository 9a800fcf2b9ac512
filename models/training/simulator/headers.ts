/** The headers that a browser adds to the SDK's requests. */
import type { BrowserHeaders } from "../../../src/attempt/telemetry/fold.ts";
import type { Browser } from "./browsers.ts";

/** @param origin the page's origin. */
export function headersOf({ device, requests }: Browser, origin: string): BrowserHeaders {
  const { clientHints, noFetchHeaders, language, platform, signature } = requests;
  return {
    origin: noFetchHeaders ? null : origin,
    fetchMode: noFetchHeaders ? null : "cors",
    language: language === undefined ? (device.languages?.[0] ?? null) : language,
    brands: clientHints ? (device.brands ?? []).join(", ") || null : null,
    platform: clientHints ? (platform ?? device.platform ?? null) : null,
    ...(signature && { signature }),
  };
}

/** The headers of a program that is not a browser. */
export const noHeaders: BrowserHeaders = {
  origin: null,
  fetchMode: null,
  language: null,
  brands: null,
  platform: null,
};
