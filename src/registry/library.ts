/** The model library: every model that was ever installed, since stored decisions refer to it. */
import { join } from "node:path";
import { featureNames } from "../features/index.ts";
import { BundleRefused, readBundle } from "../model/bundle.ts";
import { type BundleFiles, readBundleFiles, readCard } from "../model/bundle-files.ts";
import { createModel, type Model } from "../model/model.ts";
import type { ModelRecord } from "../storage/models.ts";
import type { Store } from "../storage/store.ts";
import { bundleHash } from "./library-folder.ts";
import { fullName } from "./model-name.ts";

export interface LibraryDeps {
  /** `<data>/models`. */
  folder: string;
  store: Store;
  /** The bundle that comes with the product. */
  builtIn: () => Promise<BundleFiles>;
}

export interface Library extends LibraryDeps {
  /**
   * The bundle's files as they were installed; `readBundle` compares model.onnx with its hash.
   * @throws BundleRefused where a file is missing or the manifest was altered.
   */
  filesOf(model: ModelRecord): Promise<BundleFiles>;
  /** Opens a model, which the caller closes. @throws like `filesOf` and `readBundle`. */
  open(model: ModelRecord): Promise<Model>;
  /** Its model card, untrusted Markdown; null where it has none. */
  cardOf(model: ModelRecord): Promise<string | null>;
}

export function openLibrary(deps: LibraryDeps): Library {
  const { folder } = deps;

  async function filesOf(model: ModelRecord): Promise<BundleFiles> {
    const files = await readBundleFiles(join(folder, fullName(model)));
    if (bundleHash(files) === model.bundleSha256) return files;
    throw new BundleRefused(
      "manifest.json was altered after it was installed; install the bundle again",
    );
  }

  const open = async (model: ModelRecord) => openBundle(await filesOf(model));

  async function cardOf(model: ModelRecord): Promise<string | null> {
    const stored = await readCard(join(folder, fullName(model))).catch(() => null);
    const card = stored ?? (await builtInCard(model));
    return card && new TextDecoder().decode(card);
  }

  /** The card of the built-in model, which an older version installed without its card. */
  async function builtInCard(model: ModelRecord): Promise<Uint8Array | null> {
    const files = await deps.builtIn();
    return (bundleHash(files) === model.bundleSha256 && files.card) || null;
  }

  return { ...deps, filesOf, open, cardOf };
}

/** Opens a bundle as a model that scores vectors of the current catalogue. */
export async function openBundle(files: BundleFiles): Promise<Model> {
  return createModel(await readBundle(files, featureNames), featureNames);
}
