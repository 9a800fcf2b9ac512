/** `/dashboard`: the page and its files, from inside the executable. No CDN, nothing inline. */
// @ts-expect-error Written by scripts/build/dashboard.ts.
import built from "../../../dist/dashboard/files.js";
import { type BuiltFiles, builtContent } from "./built-files.ts";
import type { Content } from "./content.ts";

const { page, files } = built as { page: string; files: BuiltFiles };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

/** `GET /dashboard` and every address below it: the page reads its address itself. */
export function dashboardPage(): Content {
  return {
    body: page,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  };
}

/** A file of the page; null where there is none of that name. */
export const dashboardFile = (name: string, acceptEncoding: string | null) =>
  builtContent(files, name, acceptEncoding);
