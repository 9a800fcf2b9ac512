/** Brings bundles into the library and takes models out of use; files of a model are never removed. */
import { DomainError } from "../../base/domain-error.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { StoredBundle } from "../../storage/port/bundles.ts";
import type { ModelRecord } from "../../storage/port/models.ts";
import type { BundleFiles } from "../bundle-files.ts";
import { parseManifest } from "../manifest.ts";
import { bundleHash, writeDraft } from "./library-folder.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { getModel, type RegistryDeps } from "./roles.ts";

/**
 * Finds what is noticeable in a bundle's folder, a sentence each.
 * @throws BundleRefused where the bundle cannot be used.
 */
export type Check = (folder: string) => Promise<readonly string[]>;

export interface InstallDeps extends RegistryDeps {
  check: Check;
}

export interface Installed {
  model: ModelRecord;
  /** What the check found. */
  notes: readonly string[];
  /** Whether it was not installed before, or was retired. */
  isNew: boolean;
}

/**
 * Installs a bundle as a candidate. The library's own copy is checked, which no other process
 * changes. Installing the same bundle again restores files that were lost or altered.
 *
 * @param input `revive`: a retired model becomes a candidate again; `ownerProjectId`: the project
 *   whose own it is; null: shared by all, or whose it is already.
 * @throws DomainError model_version_taken, model_owned, model_shared; BundleRefused
 */
export async function install(
  { library, check, now }: InstallDeps,
  actor: Actor,
  input: { files: BundleFiles; revive: boolean; ownerProjectId: string | null },
): Promise<Installed> {
  const { models } = library.store;
  const { files, revive, ownerProjectId } = input;
  const draft = await writeDraft(library.folder, files);
  try {
    const notes = await check(draft.folder); // Before anything of it is read here.
    const at = now();
    const wanted = recordOf(files, { at, ownerProjectId });
    const known = await models.find(wanted.name, wanted.version);
    if (known) assertSame(known, wanted);
    await draft.place(fullName(wanted));
    // Before the model is known: whichever copy of the service learns of it finds its bundle.
    await library.store.shared?.bundles.put(wanted.bundleSha256, storedBundle(files));

    const { sha256, bundleSha256 } = wanted;
    const installed = { ...aboutModel(wanted), detail: { sha256, bundleSha256, notes } };
    if (await models.add(wanted, auditEntry(actor, at, "model.install", installed))) {
      return { model: wanted, notes, isNew: true };
    }
    const model = await getModel(library, wanted);
    assertSame(model, wanted); // Two may have been installed at the same moment.
    if (model.retiredAt === null || !revive) return { model, notes, isNew: false };
    const { name, version } = model;
    const revived = auditEntry(actor, at, "model.unretire", { ...aboutModel(model), detail: {} });
    await models.retire({ name, version, retiredAt: null }, revived);
    return { model: { ...model, retiredAt: null }, notes, isNew: true };
  } finally {
    await draft.drop();
  }
}

function storedBundle({ model, manifest, card = null }: BundleFiles): StoredBundle {
  return { model, manifest: Buffer.from(manifest), card };
}

/** What an audit entry on a model in all its projects is about: its owner's are in that project. */
export function aboutModel(model: ModelRecord) {
  return { subject: fullName(model), projectId: model.ownerProjectId };
}

function recordOf(
  files: BundleFiles,
  { at: installedAt, ownerProjectId }: { at: number; ownerProjectId: string | null },
): ModelRecord {
  const { golden, ...manifest } = parseManifest(files.manifest);
  const { name, version, sha256 } = manifest;
  return {
    name,
    version,
    sha256,
    bundleSha256: bundleHash(files),
    manifest: JSON.stringify({ ...manifest, goldenRows: golden.length }),
    installedAt,
    retiredAt: null,
    ownerProjectId,
  };
}

function assertSame(known: ModelRecord, wanted: ModelRecord): void {
  const model = fullName(known);
  if (known.bundleSha256 !== wanted.bundleSha256) {
    throw new DomainError("model_version_taken", { model });
  }
  const { ownerProjectId: owner } = known;
  if (wanted.ownerProjectId === null || wanted.ownerProjectId === owner) return;
  if (owner === null) throw new DomainError("model_shared", { model });
  throw new DomainError("model_owned", { model, projectId: owner });
}

/** Its files remain, because decisions name it. @throws DomainError model_not_found, model_in_use */
export async function retire(
  { library, now }: RegistryDeps,
  actor: Actor,
  { model }: { model: ModelName },
): Promise<void> {
  const record = await getModel(library, model);
  const { name, version } = record;
  const at = now();
  const entry = auditEntry(actor, at, "model.retire", { ...aboutModel(record), detail: {} });
  if (await library.store.models.retire({ name, version, retiredAt: at }, entry)) return;
  throw new DomainError("model_in_use", { model: fullName(model) });
}
