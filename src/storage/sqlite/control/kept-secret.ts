/** The service's own secrets: each in a file of the data folder, beside the databases. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/**
 * The secret in `<name>.key`. If there is no such file, it is made of `ifNone`, for the operator only,
 * and is on disk when this returns. Of several processes that make it at once, one wins.
 */
export function keptSecret(folder: string, name: string, ifNone: string): string {
  const file = join(folder, `${name}.key`);
  const kept = read(file);
  if (kept !== null) return kept;
  const draft = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(draft, "w", 0o600);
  try {
    writeFileSync(descriptor, `${ifNone}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(draft, file); // Unlike a rename, this does not replace the file of another process.
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(folder);
  return read(file)!;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trimEnd();
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

/** So that the file's name is on disk, too, before the former secret is deleted. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
