/** Bundles that were copied into the library's folder and are not installed yet. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Library } from "./library.ts";
import { listFolders } from "./library-folder.ts";
import { fullName } from "./model-name.ts";

export interface NewFolder {
  name: string;
  path: string;
  /** Changes while files are written. */
  fingerprint: string;
}

/** The folders that have both files of a bundle. */
export async function newFolders({ folder, store }: Library): Promise<NewFolder[]> {
  const names = await listFolders(folder);
  if (names.length === 0) return [];
  const known = new Set((await store.models.list()).map(fullName));
  const found: NewFolder[] = [];
  for (const name of names.filter((name) => !known.has(name))) {
    const path = join(folder, name);
    const fingerprint = await fingerprintOf(path);
    if (fingerprint !== null) found.push({ name, path, fingerprint });
  }
  return found;
}

async function fingerprintOf(folder: string): Promise<string | null> {
  const files = ["model.onnx", "manifest.json"].map((name) => join(folder, name));
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  if (found.includes(null)) return null;
  return found.map((file) => `${file!.ino} ${file!.size} ${file!.mtimeMs}`).join(" ");
}

/** How often folders are read, ms. A folder is installed after it has not changed for this time. */
const pollMs = 1000;

/**
 * Tries to install each new folder once, and again when its files change.
 * @param install installs a folder, and handles its own failures.
 * @returns a function that stops watching.
 */
export function watchNewFolders(
  library: Library,
  install: (folder: NewFolder) => Promise<void>,
): () => Promise<void> {
  const seen = new Map<string, string>();
  const tried = new Map<string, string>();

  async function poll(): Promise<void> {
    for (const folder of await newFolders(library)) {
      const { name, fingerprint } = folder;
      const isUnchanged = seen.get(name) === fingerprint;
      seen.set(name, fingerprint);
      if (!isUnchanged || tried.get(name) === fingerprint) continue;
      tried.set(name, fingerprint);
      await install(folder);
    }
  }

  let polling: Promise<void> | null = null;
  const timer = setInterval(() => {
    polling ??= poll()
      .catch(() => undefined) // The store is busy, or the folder was removed: the next poll tries again.
      .finally(() => {
        polling = null;
      });
  }, pollMs);
  return async () => {
    clearInterval(timer);
    await polling;
  };
}
