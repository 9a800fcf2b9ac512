/** Opens the bundles that made stored decisions, each once. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { DecidedBy } from "../../storage/port/decisions.ts";
import { type Bundle, BundleRefused, readBundle } from "../bundle.ts";
import type { BundleFiles } from "../bundle-files.ts";
import { parseManifest } from "../manifest.ts";
import type { Library } from "./library.ts";
import { fullName } from "./model-name.ts";

/** The bundle that made a decision is not available. The message names it and says what to do. */
export class BundleMissing extends Error {
  override readonly name = "BundleMissing";
}

export interface DecidingBundles {
  /** @returns a bundle that `close` closes. @throws BundleMissing */
  of(decidedBy: DecidedBy): Promise<Bundle>;
  close(): Promise<void>;
}

export function decidingBundles(library: Library): DecidingBundles {
  const opened = new Map<string, Promise<Bundle>>();
  return {
    of(decidedBy) {
      const key = `${fullName(decidedBy)} ${decidedBy.sha256}`;
      const bundle = opened.get(key) ?? open(decidedBy, library);
      opened.set(key, bundle);
      return bundle;
    },
    async close() {
      for (const bundle of await Promise.allSettled(opened.values())) {
        if (bundle.status === "fulfilled") bundle.value.close();
      }
    },
  };
}

const missing = (decidedBy: DecidedBy, why: string) =>
  new BundleMissing(
    `the model ${fullName(decidedBy)} (sha256 ${decidedBy.sha256.slice(0, 12)}…) ${why}`,
  );

/** @param reason of a `BundleRefused`. */
export function unusable(decidedBy: DecidedBy, reason: string): BundleMissing {
  return missing(decidedBy, `cannot be used: ${reason}`);
}

/** The files of the bundle that made a decision. @throws BundleMissing */
export async function decidingFiles(decidedBy: DecidedBy, library: Library): Promise<BundleFiles> {
  const files = await filesOf(decidedBy, library);
  if (files) return files;
  const why = "is no longer installed; reinstall its bundle with booking-risk model install DIR";
  throw missing(decidedBy, why);
}

/** Changes when those files change, so that an open bundle is not used in place of an altered one. */
export async function decidingStamp({ name, version }: DecidedBy, library: Library) {
  const folder = join(library.folder, fullName({ name, version }));
  const found = await Promise.all(
    ["manifest.json", "model.onnx"].map((file) => stat(join(folder, file)).catch(() => null)),
  );
  return found.map((file) => (file ? `${file.ino} ${file.size} ${file.mtimeMs}` : "")).join(" ");
}

/** Opens such files. It may read features that the current catalogue lacks: values are by name. */
export function openDecidingBundle(files: BundleFiles): Promise<Bundle> {
  return readBundle(files, parseManifest(files.manifest).input.features);
}

async function open(decidedBy: DecidedBy, library: Library): Promise<Bundle> {
  try {
    return await openDecidingBundle(await decidingFiles(decidedBy, library));
  } catch (error) {
    throw error instanceof BundleRefused ? unusable(decidedBy, error.message) : error;
  }
}

/** The files from the library, or the built-in ones; null where neither made the decision. */
async function filesOf({ name, version, sha256 }: DecidedBy, library: Library) {
  const record = await library.store.models.find(name, version);
  if (record?.sha256 === sha256) return library.filesOf(record);
  const files = await library.builtIn();
  const own = parseManifest(files.manifest);
  const isSame = own.name === name && own.version === version && own.sha256 === sha256;
  return isSame ? files : null;
}
