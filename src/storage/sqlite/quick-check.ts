/** Whether the database files of a data folder are whole. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { type StorageErrorKind, storageErrorKind } from "../port/load.ts";
import { type DatabaseName, databaseNames, openForReading } from "./open.ts";
import { damagedRemedy, openError } from "./open-error.ts";

export interface Integrity {
  file: string;
  /** Why it is damaged and what to do; null where it is whole, or was not read. */
  fault: string | null;
  /** Larger than the limit, and therefore not read. */
  skipped: boolean;
  bytes: number;
}

/** Why a database is not whole, or cannot be read, with what to do. */
export interface Fault {
  kind: StorageErrorKind;
  message: string;
}

/**
 * Reads every page of each database (SQLite's `quick_check`), a GiB in a few seconds.
 * @param bytesMax larger files are not read.
 */
export function quickCheck(folder: string, bytesMax: number): Integrity[] {
  return databaseNames.map((name) => {
    const file = join(folder, `${name}.db`);
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const skipped = bytes > bytesMax;
    return {
      file,
      bytes,
      skipped,
      fault: skipped ? null : (faultOf(folder, name)?.message ?? null),
    };
  });
}

/** Of one of them; null where it is whole. */
export function faultOf(folder: string, name: DatabaseName): Fault | null {
  const file = join(folder, `${name}.db`);
  try {
    const database = openForReading(folder, name);
    try {
      const [found] = database.query("PRAGMA quick_check(1)").values()[0] ?? ["no answer"];
      if (found === "ok") return null;
      const where = String(found).replace(/^\*{3} in database main \*{3}\s*/, "");
      return { kind: "damaged", message: `${file} is damaged (${where}). ${damagedRemedy(file)}` };
    } finally {
      database.close();
    }
  } catch (error) {
    const { message } = error as Error;
    return { kind: storageErrorKind(message), message: (openError(file, error) as Error).message };
  }
}
