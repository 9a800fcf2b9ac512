/** The browser script, from inside the executable. Its source is in `sdk/`. */
import { createHash } from "node:crypto";
// @ts-expect-error A script as text; `bun run build:sdk` makes the file.
import script from "../../../dist/sdk/sdk.js" with { type: "text" };
import { version } from "../../base/version.ts";
import { takesEncoding } from "../pages/built-files.ts";

const source: string = script;
const compressed = Bun.gzipSync(source);
const integrity = `sha384-${createHash("sha384").update(source).digest("base64")}`;
/** Weak, as it is of the script and not of its compressed form. */
const etag = `W/"${integrity.slice("sha384-".length, 40)}"`;

const headers = {
  "Content-Type": "text/javascript; charset=utf-8",
  // A page that pins the script's integrity loads it by CORS, from whichever site.
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept-Encoding",
};

function scriptResponse(request: Request, more: Record<string, string>): Response {
  if (!takesEncoding(request.headers.get("accept-encoding"), "gzip")) {
    return new Response(source, { headers: { ...headers, ...more } });
  }
  const encoded = { ...headers, ...more, "Content-Encoding": "gzip" };
  return new Response(compressed, { headers: encoded });
}

/** `GET /sdk.js`: always the newest; a site sees a new version within the hour. */
export function newestScript(request: Request): Response {
  const fresh = { "Cache-Control": "public, max-age=3600", ETag: etag };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers: { ...headers, ...fresh } });
  }
  return scriptResponse(request, fresh);
}

export const versionedPath = `/sdk/${version}.js`;

/** `GET /sdk/<version>.js`: never changes, so a page can pin it. */
export function versionedScript(request: Request): Response {
  return scriptResponse(request, { "Cache-Control": "public, max-age=31536000, immutable" });
}

/** `GET /sdk/integrity.json`: what to write into the page's `integrity` attribute. */
export function scriptIntegrity(): Response {
  return Response.json({ version, path: versionedPath, integrity });
}
