/** The model that comes with the product: installed like any other, and the first active one. */
import { auditEntry } from "../../storage/port/audit.ts";
import type { ModelRecord } from "../../storage/port/models.ts";
import { StorageUnavailable } from "../../storage/port/store.ts";
import type { BundleFiles } from "../bundle-files.ts";
import { install } from "./install.ts";
import type { Library } from "./library.ts";
import { bundleHash } from "./library-folder.ts";
import { fullName } from "./model-name.ts";
import { promotionsOf } from "./roles.ts";

/** The actor that installs and promotes it, as of all that the service does by itself. */
const service = "service";

/** The built-in model was checked when the product was built. */
const noCheck = async () => [];

/**
 * Installs the built-in model, so that a later version of the product can verify its decisions, and
 * promotes it where no model is active. The model of a newer version becomes a candidate: the active
 * model changes only by a promotion.
 *
 * @returns null, or the reason why it could not be installed.
 */
export async function installBuiltIn(library: Library, at: number): Promise<string | null> {
  const { store } = library;
  const actor = { name: service };
  try {
    const files = await library.builtIn();
    const deps = { library, check: noCheck, now: () => at };
    const model =
      (await installedAlready(library, files)) ??
      (await install(deps, actor, { files, revive: false, ownerProjectId: null })).model;
    const { name, version } = model;
    if (promotionsOf(await store.models.roles(), null).length > 0) return null;
    const promotion = { projectId: null, name, version, actor: service, promotedAt: at };
    const about = { subject: fullName(model), projectId: null, detail: { first: true } } as const;
    await store.models.promoteFirst(promotion, auditEntry(actor, at, "model.promote", about));
    return null;
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    return error instanceof Error ? error.message : String(error); // As where the disk is full.
  }
}

/** The record of the same bundle, where its files are intact. */
async function installedAlready(library: Library, files: BundleFiles): Promise<ModelRecord | null> {
  const hash = bundleHash(files);
  const model = (await library.store.models.list()).find((one) => one.bundleSha256 === hash);
  if (!model) return null;
  const found = await library.filesOf(model).catch(() => null);
  return found && Buffer.from(found.model).equals(files.model) ? model : null;
}
