/** `/dashboard`: the page and its files, from inside the executable. No CDN, nothing inline. */
// @ts-expect-error Written by scripts/build/dashboard.ts.
import built from "../../dist/dashboard/files.js";
import type { Content } from "./content.ts";

interface BuiltFile {
  type: string;
  /** Where it is in the executable: as it is, and compressed when it was built. */
  plain: string;
  gzip: string;
  brotli: string;
}

/** The page, and its files by their names, which change with what is in them. */
const { page, files } = built as { page: string; files: Readonly<Record<string, BuiltFile>> };

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
export function dashboardFile(name: string, acceptEncoding: string | null): Content | null {
  const file = Object.hasOwn(files, name) ? files[name]! : null;
  if (!file) return null;
  const encoding = encodingOf(acceptEncoding ?? "");
  const headers: Record<string, string> = {
    "Content-Type": file.type,
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    Vary: "Accept-Encoding",
  };
  if (encoding === null) return { body: Bun.file(file.plain), headers };
  const path = encoding === "br" ? file.brotli : file.gzip;
  return { body: Bun.file(path), headers: { ...headers, "Content-Encoding": encoding } };
}

function encodingOf(accepted: string): "br" | "gzip" | null {
  const names = accepted.split(",").map((one) => one.trim().toLowerCase());
  const takes = (name: string) =>
    names.some((one) => one === name || (one.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(one)));
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : null;
}
