/** Why a database could not be opened, as its operator needs to know it: which file, and what to do. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type StorageErrorKind, storageErrorKind } from "../port/load.ts";

/**
 * @param file the path of the database.
 * @returns an error of the same code; the error itself if it is not of SQLite or of the file system.
 */
export function openError(file: string, error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  if (!(error instanceof Error) || typeof code !== "string") return error;
  const remedy = remedyFor(file, storageErrorKind(error.message), error.message);
  return Object.assign(new Error(`${file}: ${error.message}. ${remedy}`), { code });
}

function remedyFor(file: string, kind: StorageErrorKind, reason: string): string {
  if (kind === "damaged") return damagedRemedy(file);
  if (kind === "permission" || /mkdir|ENOTDIR|EEXIST/.test(reason)) return accessRemedy(file);
  if (kind === "full") return `Free space on the disk of ${dirname(file)}`;
  if (kind === "locked") return "Another process holds it: wait for it to end, or end it";
  return "The folder has to be on a local disk that works; `booking-risk doctor` checks it";
}

/** `history.db` is derived from `events.db`; the others are not. */
export function damagedRemedy(file: string): string {
  if (file.endsWith("history.db")) {
    return `Stop the service, delete ${file}, its -wal and its -shm file, and start it again: it is rebuilt from events.db`;
  }
  return (
    "Stop the service, copy the folder away, and restore the newest backup (`booking-risk restore`); " +
    `without one, \`sqlite3 ${file} .recover\` prints what can still be read`
  );
}

function accessRemedy(file: string): string {
  const folder = dirname(file);
  const here = process.getuid?.() ?? 0;
  const blocked = [file, folder].find((path) => existsSync(path) && !isWritable(path));
  if (!blocked)
    return `Create ${folder} as a folder that user ${here} may write to, or name another with --data`;
  const { uid } = statSync(blocked);
  const mode = (statSync(blocked).mode & 0o777).toString(8);
  if (uid === here) {
    return `${blocked} is not writable (mode ${mode}): chmod u+rwX ${blocked}, or mount its disk for writing`;
  }
  return (
    `${blocked} belongs to user ${uid} (mode ${mode}), and this is user ${here}: ` +
    `run the command as its owner, or chown -R ${here} ${folder}`
  );
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
