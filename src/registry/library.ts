/** The library: every model that was ever installed, found and opened by what decisions say. */
import { join } from "node:path";
import { featureNames } from "../features/index.ts";
import { BundleRefused, readBundle } from "../model/bundle.ts";
import { type BundleFiles, readBundleFiles, readCard } from "../model/bundle-files.ts";
import { createModel, type Model } from "../model/model.ts";
import type { ModelRecord } from "../storage/models.ts";
import type { Store } from "../storage/store.ts";
import { bundleHash } from "./library-folder.ts";
import { fullName } from "./model-name.ts";

export interface LibraryParts {
  /** `<data>/models`. */
  folder: string;
  store: Store;
  /** The bundle that comes with the product. */
  builtIn: () => Promise<BundleFiles>;
}

/** Which model a decision was made by; all three are stored with it. */
export type DecidedBy = Pick<ModelRecord, "name" | "version" | "sha256">;

export interface Library extends LibraryParts {
  /**
   * The bundle's files as they were installed; `readBundle` compares model.onnx with its hash.
   * @throws BundleRefused where they are not, as far as the manifest and their presence tell.
   */
  filesOf(model: ModelRecord): Promise<BundleFiles>;
  /** A model of one's own, to be closed. @throws as `filesOf` and `readBundle`. */
  open(model: ModelRecord): Promise<Model>;
  /** What somebody wrote of it for people, as Markdown that nobody checked; null where nobody did. */
  cardOf(model: ModelRecord): Promise<string | null>;
}

export function openLibrary(parts: LibraryParts): Library {
  const { folder } = parts;

  async function filesOf(model: ModelRecord): Promise<BundleFiles> {
    const files = await readBundleFiles(join(folder, fullName(model)));
    if (bundleHash(files) === model.bundleSha256) return files;
    throw new BundleRefused(
      "manifest.json was altered after it was installed; install the bundle again",
    );
  }

  const open = async (model: ModelRecord) => openBundle(await filesOf(model));

  async function cardOf(model: ModelRecord): Promise<string | null> {
    const kept = await readCard(join(folder, fullName(model))).catch(() => null);
    const card = kept ?? (await builtInCard(model));
    return card && new TextDecoder().decode(card);
  }

  /** The product's own card: in the library there is none where an older version installed it. */
  async function builtInCard(model: ModelRecord): Promise<Uint8Array | null> {
    const files = await parts.builtIn();
    return (bundleHash(files) === model.bundleSha256 && files.card) || null;
  }

  return { ...parts, filesOf, open, cardOf };
}

/** Puts a bundle that reads features of today's catalogue into service. */
export async function openBundle(files: BundleFiles): Promise<Model> {
  return createModel(await readBundle(files, featureNames), featureNames);
}
