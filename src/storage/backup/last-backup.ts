/** When a data folder was last backed up, in a file beside the databases. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isoTime } from "../../base/iso-time.ts";

const fileOf = (dataFolder: string) => join(dataFolder, "last-backup");

/** To be called when a backup is whole and on disk. */
export async function recordBackup(dataFolder: string, at: number): Promise<void> {
  const file = fileOf(dataFolder);
  await writeFile(`${file}.new`, `${isoTime(at)}\n`);
  await rename(`${file}.new`, file);
}

/** Unix ms; null where none was made. */
export async function lastBackupAt(dataFolder: string): Promise<number | null> {
  const text = await readFile(fileOf(dataFolder), "utf8").catch(() => "");
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? null : at;
}
