/**
 * The bundles on disk: `<data>/models/<name>@<version>/`, each whole or not there, never changed
 * and never removed, since decisions name them.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type BundleFiles, readBundleFiles } from "../model/bundle-files.ts";

/**
 * What tells a bundle from every other: the SHA-256 of `manifest.json`, which names that of
 * `model.onnx`.
 */
export function bundleHash({ manifest }: BundleFiles): string {
  return createHash("sha256").update(manifest).digest("hex");
}

const cardName = "CARD.md";

/** A bundle written into the library's folder under no name yet. */
export interface Draft {
  folder: string;
  /**
   * Gives it its name. What lies there already, whole, stays; what was altered is put aside, under
   * another name.
   */
  place(name: string): Promise<void>;
  /** Takes away what was not placed. */
  drop(): Promise<void>;
}

export async function writeDraft(library: string, files: BundleFiles): Promise<Draft> {
  await mkdir(library, { recursive: true, mode: 0o700 });
  const folder = join(library, `.new-${randomBytes(6).toString("hex")}`);
  const drop = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeWhole(join(folder, "model.onnx"), files.model);
    await writeWhole(join(folder, "manifest.json"), files.manifest);
    if (files.card) await writeWhole(join(folder, cardName), files.card);
    await syncFolder(folder);
  } catch (error) {
    await drop();
    throw error;
  }
  async function place(name: string): Promise<void> {
    const named = join(library, name);
    if (await holds(named, files)) {
      // The bundle is as it was; its card is for people, and a newer one takes the older's place.
      if (files.card) await rename(join(folder, cardName), join(named, cardName));
      return;
    }
    try {
      await rename(named, `${named}${aside}${randomBytes(4).toString("hex")}`).catch(ifThere);
      await rename(folder, named);
      await syncFolder(library);
    } catch (error) {
      // Somebody else has put the same there meanwhile.
      if (!(await holds(named, files))) throw error;
    }
  }
  return { folder, place, drop };
}

/** Whether a folder holds this very bundle. */
async function holds(folder: string, files: BundleFiles): Promise<boolean> {
  const found = await readBundleFiles(folder).catch(() => null);
  const isSame = (name: "model" | "manifest") =>
    found !== null && Buffer.from(found[name]).equals(Buffer.from(files[name]));
  return isSame("manifest") && isSame("model");
}

async function writeWhole(path: string, bytes: string | Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o400); // Not to be changed by accident.
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name is on disk once its folder is; Windows knows no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

const aside = ".altered-";

/** The folders in the library, but for drafts and what was put aside. */
export async function listFolders(library: string): Promise<string[]> {
  const entries = await readdir(library, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .filter((name) => !name.startsWith(".") && !name.includes(aside))
    .sort();
}
