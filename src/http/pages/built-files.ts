/** Files of a page, compressed when it was built, from inside the executable. */
import { readFileSync } from "node:fs";
import type { Content } from "./content.ts";

/** Where a file is in the executable, compressed; each client gets the smallest form that it takes. */
export interface BuiltFile {
  type: string;
  gzip: string;
  brotli?: string;
}

/** The files by their names, which change with what is in them. */
export type BuiltFiles = Readonly<Record<string, BuiltFile>>;

/** What clients without compression got so far; a browser is none of them. */
const decompressed = new Map<BuiltFile, Uint8Array<ArrayBuffer>>();

/** @returns the file; null where there is none of that name. */
export function builtContent(
  files: BuiltFiles,
  name: string,
  acceptEncoding: string | null,
): Content | null {
  const file = Object.hasOwn(files, name) ? files[name]! : null;
  if (!file) return null;
  const headers: Record<string, string> = {
    "Content-Type": file.type,
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    Vary: "Accept-Encoding",
  };
  if (file.brotli && takesEncoding(acceptEncoding, "br")) {
    return { body: Bun.file(file.brotli), headers: { ...headers, "Content-Encoding": "br" } };
  }
  if (takesEncoding(acceptEncoding, "gzip")) {
    return { body: Bun.file(file.gzip), headers: { ...headers, "Content-Encoding": "gzip" } };
  }
  return { body: plain(file), headers };
}

function plain(file: BuiltFile): Uint8Array<ArrayBuffer> {
  const known = decompressed.get(file);
  if (known) return known;
  const bytes = Bun.gunzipSync(readFileSync(file.gzip));
  decompressed.set(file, bytes);
  return bytes;
}

/** @param header an `Accept-Encoding`, of which wildcards are not read: who sends only those gets the plain form. */
export function takesEncoding(header: string | null, encoding: "br" | "gzip"): boolean {
  const names = (header ?? "").split(",").map((one) => one.trim().toLowerCase());
  return names.some(
    (one) => one === encoding || (one.startsWith(`${encoding};`) && !/q=0(\.0*)?$/.test(one)),
  );
}
