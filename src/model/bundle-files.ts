import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { BundleRefused } from "./bundle-refused.ts";
import { manifestBytesMax } from "./manifest.ts";

export const modelBytesMax = 64 * 1024 * 1024;

export interface BundleFiles {
  /** The bytes of `model.onnx`, at most {@link modelBytesMax}. */
  model: Uint8Array;
  /** `manifest.json`, as text or as its bytes. */
  manifest: string | Uint8Array;
  /** `CARD.md`, if present: the model card, which has no effect on decisions. */
  card?: Uint8Array | null;
}

/** The maximum size of `CARD.md`. */
export const cardBytesMax = 256 * 1024;

/**
 * Reads `model.onnx` and `manifest.json` from a folder and ignores other files. Symbolic links within the
 * folder are followed, because Kubernetes creates them; links that leave it are refused.
 *
 * @throws BundleRefused where one of the two is missing, not a regular file, too large, unreadable or
 *   outside the folder.
 */
export async function readBundleFiles(dir: string): Promise<BundleFiles> {
  const folder = await folderOf(dir);
  const manifest = await readLimited(folder, "manifest.json", manifestBytesMax);
  const model = await readLimited(folder, "model.onnx", modelBytesMax);
  return { model, manifest };
}

/** The two files and the card, for installation. @throws as readBundleFiles */
export async function readBundleWithCard(dir: string): Promise<BundleFiles> {
  return { ...(await readBundleFiles(dir)), card: await readCard(dir) };
}

/** `CARD.md` of a bundle's folder; null if missing. @throws as readBundleFiles */
export async function readCard(dir: string): Promise<Uint8Array | null> {
  const folder = await folderOf(dir);
  const isThere = await lstat(join(folder, "CARD.md")).catch(() => null);
  return isThere && readLimited(folder, "CARD.md", cardBytesMax);
}

async function folderOf(dir: string): Promise<string> {
  const found = await stat(dir).catch(() => null);
  if (found?.isDirectory()) return realpath(dir);
  throw new BundleRefused(
    "the folder does not exist; name the one that contains model.onnx and manifest.json",
  );
}

async function readLimited(folder: string, name: string, bytesMax: number): Promise<Uint8Array> {
  let file: FileHandle | undefined;
  try {
    const path = await realpath(join(folder, name));
    if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
      throw new BundleRefused(
        `${name} is a link that leaves the folder; put the file itself there`,
      );
    }
    // Opening a pipe would block, and the file may have been replaced by a link in the meantime.
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | nonBlock);
    const found = await file.stat();
    if (!found.isFile()) throw missing(name);
    if (found.size > bytesMax) throw tooLarge(name, bytesMax);
    return await file.readFile();
  } catch (error) {
    if (error instanceof BundleRefused) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR") throw missing(name);
    throw new BundleRefused(`${name} cannot be read (${code}); check its permissions`);
  } finally {
    await file?.close();
  }
}

/** Not available on Windows. */
const nonBlock = constants.O_NONBLOCK ?? 0;

function missing(name: string): BundleRefused {
  return new BundleRefused(
    `the folder does not contain ${name}; a bundle is model.onnx and manifest.json`,
  );
}

export function tooLarge(name: string, bytesMax: number): BundleRefused {
  return new BundleRefused(`${name} is over ${bytesMax / 2 ** 20} MiB; make it smaller`);
}
