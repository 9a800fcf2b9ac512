import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Each file at a place, which is a file itself or a folder: its path, and what `read` says of that path. A
 * process may be writing there, so what is removed between being listed and being read is left out: `owner-link`
 * as a service starts, a part of `.restoring` as a restore ends. Throws ENOENT if the place itself is missing.
 */
export function filesBelow<T>(place: string, read: (path: string) => T): [path: string, read: T][] {
  if (!statSync(place).isDirectory()) return [[place, read(place)]];
  return readdirSync(place).flatMap((name) => {
    return ifThere(() => filesBelow(join(place, name), read)) ?? [];
  });
}

/** The paths of those that contain the text's bytes. */
export function filesWith(place: string, text: string): string[] {
  const files = filesBelow(place, (path) => readFileSync(path).includes(text));
  return files.filter(([, hasText]) => hasText).map(([path]) => path);
}

/** What is read, or undefined if the file or folder is missing. */
export function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
