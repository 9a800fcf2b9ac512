/** What a browser says about itself in a request's headers, besides its User-Agent. */
import type { BrowserHeaders } from "../../attempt/telemetry/fold.ts";

/** Of each header; what a browser sends is far shorter, and anybody may send anything. */
const charactersMax = 200;

export function browserHeaders({ headers }: Request): BrowserHeaders {
  const of = (name: string) => headers.get(name)?.slice(0, charactersMax) || null;
  return {
    origin: of("origin"),
    fetchMode: of("sec-fetch-mode"),
    language: of("accept-language")?.split(/[,;]/, 1)[0]?.trim() || null,
    brands: of("sec-ch-ua"),
    platform: of("sec-ch-ua-platform"),
  };
}
