/** How a backup describes itself: its last entries. */

export const manifestName = "manifest.json";
/** Of the manifest itself, in the form of `sha256sum`. */
export const manifestHashName = "manifest.json.sha256";
/** The last entry of a backup that is signed: see signature.ts. */
export const signatureName = "manifest.json.sig";

/** A manifest of a million files has some 150 MB; a data folder has dozens. */
export const manifestBytesMax = 16 * 1024 * 1024;

export interface ManifestFile {
  /** Its path in the data folder, with `/`. */
  name: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: 1;
  /** The moment whose data it holds. */
  createdAt: string;
  /** The version of the product that wrote it. */
  version: string;
  files: ManifestFile[];
}

/** A file that is no backup, or not a whole one. The message is a sentence without its full stop. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

/** @throws BackupRefused where the text is no manifest of a known format. */
export function parseManifest(text: string): Manifest {
  const parsed = parseJson(text) as Partial<Manifest> | null;
  if (typeof parsed?.format === "number" && parsed.format > 1) {
    throw new BackupRefused(
      "the backup was written by a newer version of booking-risk; use that one",
    );
  }
  const isReadable = Array.isArray(parsed?.files) && parsed.files.every(isFile);
  if (parsed?.format !== 1 || !isReadable || !isTime(parsed.createdAt)) {
    throw new BackupRefused(`its ${manifestName} cannot be read`);
  }
  return parsed as Manifest;
}

/** It is shown to people. */
const isTime = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

function isFile(file: unknown): file is ManifestFile {
  const { name, bytes, sha256 } = (file ?? {}) as Partial<ManifestFile>;
  return typeof name === "string" && Number.isSafeInteger(bytes) && typeof sha256 === "string";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
