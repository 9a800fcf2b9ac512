/** Request headers copied from Chrome's network panel. */
import type { Person } from "../../kind.ts";
import { chromeMajor, languagesOf } from "./device.ts";

export interface BrowserHeaders {
  /** For a page; `referer` is absent for the first one. */
  navigation(referer?: string): Record<string, string>;
  /** For posting the form. */
  posting(referer: string): Record<string, string>;
  /** For the SDK's cross-origin requests. */
  batch: Record<string, string>;
}

export function browserHeaders(person: Person, site: string): BrowserHeaders {
  const accepted = languagesOf(person).map((tag, index) =>
    index ? `${tag};q=0.${10 - index}` : tag,
  );
  const always = {
    "sec-ch-ua": `"Not:A-Brand";v="8", "Chromium";v="${chromeMajor}", "Google Chrome";v="${chromeMajor}"`,
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"Windows"',
    "User-Agent": `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromeMajor}.0.0.0 Safari/537.36`,
    "Accept-Language": accepted.join(","),
    "Accept-Encoding": "gzip, deflate, br, zstd",
  };
  const navigation = (referer?: string) => ({
    ...always,
    "Upgrade-Insecure-Requests": "1",
    Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "Sec-Fetch-Site": referer ? "same-origin" : "none",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-User": "?1",
    "Sec-Fetch-Dest": "document",
    ...(referer && { Referer: referer }),
  });
  return {
    navigation,
    posting: (referer) => ({ ...navigation(referer), Origin: site, "Cache-Control": "max-age=0" }),
    batch: {
      ...always,
      Accept: "*/*",
      Origin: site,
      Referer: `${site}/`,
      "Sec-Fetch-Site": "cross-site",
      "Sec-Fetch-Mode": "cors",
      "Sec-Fetch-Dest": "empty",
    },
  };
}
