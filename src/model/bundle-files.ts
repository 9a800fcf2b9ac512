import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { BundleRefused } from "./bundle-refused.ts";
import { MANIFEST_BYTES_MAX } from "./manifest.ts";

export const MODEL_BYTES_MAX = 64 * 1024 * 1024;

export interface BundleFiles {
  /** The bytes of `model.onnx`, at most {@link MODEL_BYTES_MAX}. */
  model: Uint8Array;
  /** `manifest.json`, as text or as its bytes. */
  manifest: string | Uint8Array;
  /** `CARD.md`, where somebody wrote one: it tells people of the model, and decides nothing. */
  card?: Uint8Array | null;
}

/** Of `CARD.md`. */
export const CARD_BYTES_MAX = 256 * 1024;

/**
 * Reads `model.onnx` and `manifest.json` of a folder; its other files are ignored. A link to
 * another place of the folder is followed, as Kubernetes makes them; one that leaves it is not.
 *
 * @throws BundleRefused where one of the two is missing, no file, too large, unreadable, or
 *   outside the folder.
 */
export async function readBundleFiles(dir: string): Promise<BundleFiles> {
  const folder = await folderOf(dir);
  const manifest = await readLimited(folder, "manifest.json", MANIFEST_BYTES_MAX);
  const model = await readLimited(folder, "model.onnx", MODEL_BYTES_MAX);
  return { model, manifest };
}

/** The two files with the card, for who installs them. @throws as readBundleFiles */
export async function readBundleWithCard(dir: string): Promise<BundleFiles> {
  return { ...(await readBundleFiles(dir)), card: await readCard(dir) };
}

/** `CARD.md` of a bundle's folder; null where there is none. @throws as readBundleFiles */
export async function readCard(dir: string): Promise<Uint8Array | null> {
  const folder = await folderOf(dir);
  const isThere = await lstat(join(folder, "CARD.md")).catch(() => null);
  return isThere && readLimited(folder, "CARD.md", CARD_BYTES_MAX);
}

async function folderOf(dir: string): Promise<string> {
  const found = await stat(dir).catch(() => null);
  if (found?.isDirectory()) return realpath(dir);
  throw new BundleRefused(
    "there is no such folder; name the one that holds model.onnx and manifest.json",
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
    // A pipe would wait for a writer, and what was a file a moment ago may be a link now.
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | NONBLOCK);
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

/** Windows has no such flag. */
const NONBLOCK = constants.O_NONBLOCK ?? 0;

function missing(name: string): BundleRefused {
  return new BundleRefused(`the folder holds no ${name}; a bundle is model.onnx and manifest.json`);
}

export function tooLarge(name: string, bytesMax: number): BundleRefused {
  return new BundleRefused(`${name} is over ${bytesMax / 2 ** 20} MiB; make it smaller`);
}
