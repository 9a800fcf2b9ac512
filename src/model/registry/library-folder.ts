/**
 * The bundles on disk: `<data>/models/<name>@<version>/`. Each is complete or absent, and never
 * changed or removed, since decisions refer to it.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../base/sync-folder.ts";
import { type BundleFiles, readBundleFiles } from "../bundle-files.ts";

/**
 * Identifies a bundle: the SHA-256 of `manifest.json`, which contains that of `model.onnx`.
 */
export function bundleHash({ manifest }: BundleFiles): string {
  return createHash("sha256").update(manifest).digest("hex");
}

const cardName = "CARD.md";

/** A bundle written into the library's folder under a temporary name. */
export interface Draft {
  folder: string;
  /**
   * Renames it to its final name. The same bundle there already stays; an altered one is moved
   * aside.
   */
  place(name: string): Promise<void>;
  /** Removes what was not placed. */
  drop(): Promise<void>;
}

export async function writeDraft(library: string, files: BundleFiles): Promise<Draft> {
  await mkdir(library, { recursive: true, mode: 0o700 });
  const folder = join(library, `.new-${randomBytes(6).toString("hex")}`);
  const drop = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeSynced(join(folder, "model.onnx"), files.model);
    await writeSynced(join(folder, "manifest.json"), files.manifest);
    if (files.card) await writeSynced(join(folder, cardName), files.card);
    await syncFolder(folder);
  } catch (error) {
    await drop();
    throw error;
  }
  async function place(name: string): Promise<void> {
    const named = join(library, name);
    if (await holds(named, files)) {
      // The bundle is unchanged. Its card is documentation, and a newer one replaces it.
      if (files.card) await rename(join(folder, cardName), join(named, cardName));
      return;
    }
    try {
      await rename(named, `${named}${aside}${randomBytes(4).toString("hex")}`).catch(unlessMissing);
      await rename(folder, named);
      await syncFolder(library);
    } catch (error) {
      // Another process may have placed the same bundle in the meantime.
      if (!(await holds(named, files))) throw error;
    }
  }
  return { folder, place, drop };
}

/** Whether a folder holds exactly this bundle. */
async function holds(folder: string, files: BundleFiles): Promise<boolean> {
  const found = await readBundleFiles(folder).catch(() => null);
  const isSame = (name: "model" | "manifest") =>
    found !== null && Buffer.from(found[name]).equals(Buffer.from(files[name]));
  return isSame("manifest") && isSame("model");
}

async function writeSynced(path: string, bytes: string | Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o400); // Read-only, against accidental changes.
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

const aside = ".altered-";

/** The folders in the library, without drafts and bundles that were moved aside. */
export async function listFolders(library: string): Promise<string[]> {
  const entries = await readdir(library, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .filter((name) => !name.startsWith(".") && !name.includes(aside))
    .sort();
}
