/**
 * A file in a data folder says that its databases are not to be used: their data was moved to PostgreSQL, a move
 * into the folder is not finished, or a service uses the folder whose data is in PostgreSQL.
 */
import { randomUUID } from "node:crypto";
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
import { isoTime } from "../../base/iso-time.ts";
import { StorageUnavailable } from "../port/store.ts";

export interface MovedFolder {
  /** "copy": nothing was moved; a copy of the service on the database has its own files in the folder. */
  direction: "in" | "out" | "copy";
  /** The database at the other end, without a password. */
  database: string;
  /** ISO 8601. */
  since: string;
}

/** The file's name. */
export const movedName = ".moved";

const fileOf = (folder: string) => join(folder, movedName);

export function movedFolder(folder: string): MovedFolder | null {
  const file = fileOf(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MovedFolder) : null;
}

/** It is on disk when this returns. */
export function markMoved(folder: string, moved: MovedFolder): void {
  const draft = `${fileOf(folder)}.${randomUUID()}`; // Copies that share a folder may start at once.
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

/**
 * Marks the folder of a service whose data is in a database. A command that was not told of the database would
 * otherwise create an installation on SQLite there, or use an old one, and nobody would notice.
 * @param at Unix ms.
 */
export function markCopy(folder: string, database: string, at: number): void {
  const marked = movedFolder(folder);
  if (marked !== null && (marked.direction !== "copy" || marked.database === database)) return;
  markMoved(folder, { direction: "copy", database, since: isoTime(at) });
}

export const unmarkMoved = (folder: string): void => rmSync(fileOf(folder), { force: true });

/** @throws StorageUnavailable */
export function refuseMovedFolder(folder: string): void {
  const moved = movedFolder(folder);
  if (moved === null) return;
  throw new StorageUnavailable(refusals[moved.direction](folder, moved));
}

const refusals: Record<MovedFolder["direction"], (folder: string, moved: MovedFolder) => string> = {
  out: (folder, { database, since }) =>
    `the data in ${folder} was moved to the database ${database} (${since}); set DATABASE_URL, or use ` +
    `the folder again after \`booking-risk migrate --undo --data ${folder}\``,
  in: (folder, { database, since }) =>
    `the move of the database ${database} into ${folder}, begun ${since}, is not finished; run ` +
    `\`booking-risk migrate --from --url-file FILE --data ${folder}\`, with the database's address in FILE, then the ` +
    "same with --finish",
  copy: (folder, { database, since }) =>
    `${folder} belongs to a service whose data is in the database ${database} (since ${since}); set DATABASE_URL ` +
    "as for the service, which `sudo booking-risk-admin COMMAND` of the Debian package does, or use the folder " +
    `without PostgreSQL after \`booking-risk migrate --undo --data ${folder}\``,
};
