/** The model library: every model that was ever installed, since stored decisions refer to it. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { featureNames } from "../../risk/features/index.ts";
import type { BundleStore } from "../../storage/port/bundles.ts";
import type { ModelRecord } from "../../storage/port/models.ts";
import type { Store } from "../../storage/port/store.ts";
import { BundleRefused, readBundle } from "../bundle.ts";
import { type BundleFiles, readBundleFiles, readCard } from "../bundle-files.ts";
import { createModel, type Model } from "../model.ts";
import { bundleHash, writeDraft } from "./library-folder.ts";
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
  const folderOf = async (model: ModelRecord) => join(deps.folder, folderNameOf(model));
  const bundles = deps.store.shared?.bundles;

  /**
   * Puts the store's bundle into the folder where another copy of the service installed it, or where the
   * files here were lost or altered.
   */
  async function fetch(model: ModelRecord, bundles: BundleStore): Promise<void> {
    const own = await folderOf(model)
      .then(readBundleFiles)
      .catch(() => null);
    if (own && isIntact(own, model)) return;
    const stored = await bundles.find(model.bundleSha256);
    if (!stored) return; // Whoever reads the folder says what is missing.
    const draft = await writeDraft(deps.folder, stored);
    await draft.place(folderNameOf(model)).finally(draft.drop);
  }

  async function filesOf(model: ModelRecord): Promise<BundleFiles> {
    if (bundles) await fetch(model, bundles);
    const files = await readBundleFiles(await folderOf(model));
    if (bundleHash(files) === model.bundleSha256) return files;
    throw new BundleRefused(
      "manifest.json was altered after it was installed; install the bundle again",
    );
  }

  const open = async (model: ModelRecord) => openBundle(await filesOf(model));

  async function cardOf(model: ModelRecord): Promise<string | null> {
    if (bundles) await fetch(model, bundles);
    const stored = await folderOf(model)
      .then(readCard)
      .catch(() => null);
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

/** @throws BundleRefused where it leads out of the library, as in data that somebody else wrote. */
function folderNameOf(model: ModelRecord): string {
  const name = fullName(model);
  if (/^[\w.+@-]+$/.test(name)) return name;
  throw new BundleRefused("its name or version cannot be one; install the bundle again");
}

/** Whether both files are those that were installed. */
function isIntact(files: BundleFiles, { sha256, bundleSha256 }: ModelRecord): boolean {
  const hash = createHash("sha256").update(files.model).digest("hex");
  return hash === sha256 && bundleHash(files) === bundleSha256;
}

/** Opens a bundle as a model that scores vectors of the current catalogue. */
export async function openBundle(files: BundleFiles): Promise<Model> {
  return createModel(await readBundle(files, featureNames), featureNames);
}
