/** Brings bundles into the library: checked, copied whole, known to the store, in the audit. */
import type { BundleFiles } from "../model/bundle-files.ts";
import { parseManifest } from "../model/manifest.ts";
import { auditLine, type Doing } from "../storage/audit.ts";
import type { ModelRecord } from "../storage/models.ts";
import type { Library } from "./library.ts";
import { bundleHash, writeDraft } from "./library-folder.ts";
import { fullName } from "./model-name.ts";
import { RegistryRefused } from "./refusal.ts";

/**
 * Says what is noticeable in a bundle's folder, a sentence each.
 * @throws BundleRefused where the bundle is at fault.
 */
export type Check = (folder: string) => Promise<readonly string[]>;

export interface Installing extends Doing {
  check: Check;
  /** Whether a retired model comes back among the candidates. */
  revive: boolean;
}

export interface Installed {
  model: ModelRecord;
  /** What the check noticed. */
  notes: readonly string[];
  /** Whether it is new here, or came back from retirement. */
  isNew: boolean;
}

/**
 * Installs a bundle; what is checked is the library's own copy, which nobody changes meanwhile. The
 * same bundle again changes nothing, but puts back files that were lost or altered.
 *
 * @throws RegistryRefused where there is another bundle of that name and version.
 */
export async function install(
  library: Library,
  files: BundleFiles,
  installing: Installing,
): Promise<Installed> {
  const draft = await writeDraft(library.folder, files);
  try {
    const notes = await installing.check(draft.folder); // Before anything of it is read here.
    const wanted = recordOf(files, installing.at);
    const known = await library.store.models.find(wanted.name, wanted.version);
    if (known) assertSame(known, wanted);
    await draft.place(fullName(wanted));
    return { notes, ...(await register(library, wanted, notes, installing)) };
  } finally {
    await draft.drop();
  }
}

function recordOf(files: BundleFiles, installedAt: number): ModelRecord {
  const { golden, ...manifest } = parseManifest(files.manifest);
  const { name, version, sha256 } = manifest;
  return {
    ...{ name, version, sha256 },
    bundleSha256: bundleHash(files),
    manifest: JSON.stringify({ ...manifest, goldenRows: golden.length }),
    installedAt,
    retiredAt: null,
  };
}

async function register(
  { store }: Library,
  wanted: ModelRecord,
  notes: readonly string[],
  { revive, ...doing }: Installing,
): Promise<Omit<Installed, "notes">> {
  const { name, version, sha256, bundleSha256 } = wanted;
  const line = (action: string, detail: object) =>
    auditLine(doing, action, fullName(wanted), null, detail);
  if (await store.models.add(wanted, line("model.install", { sha256, bundleSha256, notes }))) {
    return { model: wanted, isNew: true };
  }
  const there = (await store.models.find(name, version))!;
  assertSame(there, wanted); // Two may have been installed at the same moment.
  if (there.retiredAt === null || !revive) return { model: there, isNew: false };
  await store.models.retire({ name, version, retiredAt: null }, line("model.unretire", {}));
  return { model: { ...there, retiredAt: null }, isNew: true };
}

function assertSame(known: ModelRecord, wanted: ModelRecord): void {
  if (known.bundleSha256 === wanted.bundleSha256) return;
  throw new RegistryRefused(
    `${fullName(known)} is installed already, with other bytes; an installed model never ` +
      "changes: give this one another version",
  );
}
