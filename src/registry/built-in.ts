/** The model that comes with the product: in the library like any other, and the first active one. */
import type { BundleFiles } from "../model/bundle-files.ts";
import { auditLine } from "../storage/audit.ts";
import type { ModelRecord } from "../storage/models.ts";
import { StorageUnavailable } from "../storage/store.ts";
import { install } from "./install.ts";
import type { Library } from "./library.ts";
import { bundleHash } from "./library-folder.ts";
import { fullName } from "./model-name.ts";
import { promotionsOf } from "./roles.ts";

/** Who installs and promotes it. */
const product = "booking-risk";

/** What is built in was checked when the product was built. */
const noCheck = async () => [];

/**
 * Puts the built-in model into the library, so that what it decides can be verified by a later
 * version of the product too, and makes it the active one where there is none. A newer version's
 * is a candidate like others: what scores changes only when somebody says so.
 *
 * @returns null, or why it is not in the library.
 */
export async function installBuiltIn(library: Library, at: number): Promise<string | null> {
  const { store } = library;
  const doing = { actor: product, at };
  try {
    const files = await library.builtIn();
    const installing = { ...doing, check: noCheck, revive: false };
    const model =
      (await alreadyThere(library, files)) ?? (await install(library, files, installing)).model;
    const { name, version } = model;
    if (promotionsOf(await store.models.roles(), null).length > 0) return null;
    const promotion = { projectId: null, name, version, actor: product, promotedAt: at };
    const line = auditLine(doing, "model.promote", fullName(model), null, { first: true });
    await store.models.promote(promotion, line, true);
    return null;
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    return error instanceof Error ? error.message : String(error); // As where the disk is full.
  }
}

/** The record of the same bundle, where its files are as they should be. */
async function alreadyThere(library: Library, files: BundleFiles): Promise<ModelRecord | null> {
  const hash = bundleHash(files);
  const model = (await library.store.models.list()).find((one) => one.bundleSha256 === hash);
  if (!model) return null;
  const found = await library.filesOf(model).catch(() => null);
  return found && Buffer.from(found.model).equals(files.model) ? model : null;
}
