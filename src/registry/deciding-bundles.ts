/** The bundles that stored decisions were made with, each opened once. */
import { type Bundle, BundleRefused, readBundle } from "../model/bundle.ts";
import { parseManifest } from "../model/manifest.ts";
import type { DecidedBy, Library } from "./library.ts";
import { fullName } from "./model-name.ts";

/** The bundle that decided is not to be had; the line says which and what to do. */
export class BundleMissing extends Error {
  override readonly name = "BundleMissing";
}

export interface DecidingBundles {
  /** It belongs to this. @throws BundleMissing */
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

async function open(decidedBy: DecidedBy, library: Library): Promise<Bundle> {
  const missing = (why: string) =>
    new BundleMissing(
      `the model ${fullName(decidedBy)} (sha256 ${decidedBy.sha256.slice(0, 12)}…) ${why}`,
    );
  try {
    const files = await filesOf(decidedBy, library);
    if (!files) {
      throw missing("is not there; install its bundle again: booking-risk model install DIR");
    }
    // It may read what today's catalogue has no more: values come from the decision, by name.
    const { input } = parseManifest(files.manifest);
    return await readBundle(files, input.features);
  } catch (error) {
    if (error instanceof BundleRefused) throw missing(`cannot be used: ${error.message}`);
    throw error;
  }
}

/** The library's, or those that come with the product; null where neither is the one that decided. */
async function filesOf({ name, version, sha256 }: DecidedBy, library: Library) {
  const record = await library.store.models.find(name, version);
  if (record?.sha256 === sha256) return library.filesOf(record);
  const files = await library.builtIn();
  const own = parseManifest(files.manifest);
  const isIt = own.name === name && own.version === version && own.sha256 === sha256;
  return isIt ? files : null;
}
