/** Bundles that somebody copied into the library's folder, and that the store does not know yet. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Library } from "./library.ts";
import { listFolders } from "./library-folder.ts";
import { fullName } from "./model-name.ts";

export interface NewFolder {
  name: string;
  path: string;
  /** Changes as long as somebody writes to it. */
  mark: string;
}

/** Those with both files of a bundle. */
export async function newFolders({ folder, store }: Library): Promise<NewFolder[]> {
  const names = await listFolders(folder);
  if (names.length === 0) return [];
  const known = new Set((await store.models.list()).map(fullName));
  const found: NewFolder[] = [];
  for (const name of names.filter((name) => !known.has(name))) {
    const path = join(folder, name);
    const mark = await markOf(path);
    if (mark !== null) found.push({ name, path, mark });
  }
  return found;
}

async function markOf(folder: string): Promise<string | null> {
  const files = ["model.onnx", "manifest.json"].map((name) => join(folder, name));
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  if (found.includes(null)) return null;
  return found.map((file) => `${file!.ino} ${file!.size} ${file!.mtimeMs}`).join(" ");
}

/** How often it is looked, ms: a folder is tried once it has been the same for so long. */
const lookMs = 1000;

/**
 * Tries each new folder once, and again when its files change.
 * @param bring installs it; told of what it cannot, it goes on.
 * @returns a function that ends it.
 */
export function watchNewFolders(
  library: Library,
  bring: (folder: NewFolder) => Promise<void>,
): () => Promise<void> {
  const seen = new Map<string, string>();
  const tried = new Map<string, string>();

  async function look(): Promise<void> {
    for (const folder of await newFolders(library)) {
      const { name, mark } = folder;
      const isStill = seen.get(name) === mark;
      seen.set(name, mark);
      if (!isStill || tried.get(name) === mark) continue;
      tried.set(name, mark);
      await bring(folder);
    }
  }

  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= look()
      .catch(() => undefined) // The store is busy, or the folder is gone again: next time.
      .finally(() => {
        underWay = null;
      });
  }, lookMs);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
