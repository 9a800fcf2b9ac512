/**
 * A file in a data folder says that its databases are not to be used: their data was moved to PostgreSQL, or
 * a move into the folder is not finished.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { StorageUnavailable } from "../store.ts";

export interface MovedFolder {
  direction: "in" | "out";
  /** The database at the other end, without a password. */
  database: string;
  /** ISO 8601. */
  since: string;
}

const fileOf = (folder: string) => join(folder, ".moved");

export function movedFolder(folder: string): MovedFolder | null {
  const file = fileOf(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MovedFolder) : null;
}

/** It is on disk when this returns. */
export function markMoved(folder: string, moved: MovedFolder): void {
  const draft = `${fileOf(folder)}.tmp`;
  const file = openSync(draft, "w", 0o600);
  try {
    writeSync(file, `${JSON.stringify(moved)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, fileOf(folder));
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
}

export const unmarkMoved = (folder: string): void => rmSync(fileOf(folder), { force: true });

/** @throws StorageUnavailable */
export function refuseMovedFolder(folder: string): void {
  const moved = movedFolder(folder);
  if (moved === null) return;
  const { direction, database, since } = moved;
  throw new StorageUnavailable(
    direction === "out"
      ? `the data in ${folder} was moved to the database ${database} (${since}); set DATABASE_URL, or use ` +
          `the folder again after \`booking-risk migrate --undo --data ${folder}\``
      : `the move of the database ${database} into ${folder}, begun ${since}, is not finished; run ` +
          `\`booking-risk migrate --from --data ${folder}\`, then the same with --finish`,
  );
}
