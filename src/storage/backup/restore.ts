/** Puts the data of a backup into a data folder. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../base/sync-folder.ts";
import { type AfterRestore, endAccess } from "../sqlite/control/after-restore.ts";
import { carryErasures } from "../sqlite/control/carried-erasures.ts";
import { integrityFaults } from "../sqlite/integrity.ts";
import { refuseMovedFolder } from "../sqlite/moved-folder.ts";
import { servingLock } from "../sqlite/serving-lock.ts";
import { restoringName } from "../sqlite/unfinished-restore.ts";
import { databasesCopied } from "./data-files.ts";
import { BackupRefused } from "./manifest.ts";
import { previousPrefix, type ReplacedRecords, replacedRecords } from "./replaced-records.ts";
import type { PublicKey } from "./signature.ts";
import { type Unpacked, type UnpackOptions, unpack } from "./unpack.ts";

export { restoringName };

export interface RestoreOptions extends UnpackOptions {
  actor: string;
  now: number;
  /** Revokes every key of the backup. */
  revokeKeys: boolean;
  /**
   * Called with the unpacked and checked data before it is put in place: checks its models, and does the erasures
   * of guests that it records, those of the replaced data among them.
   */
  withData: (folder: string) => Promise<void>;
  /** Moves what is in the data folder into a folder `before-restore-…` in it. */
  replace: boolean;
  /** Goes on where the replaced data does not tell which guests were erased and which keys revoked. */
  replaceUnreadable: boolean;
}

export interface Restored extends AfterRestore {
  backupAt: string;
  files: number;
  bytes: number;
  /** The key of its signature; null where it is not signed. */
  signedBy: PublicKey | null;
  /** Erasures of guests in the replaced data that the backup does not have. */
  carriedErasures: number;
  /** False where no data was replaced, or where its erasures cannot be read. */
  erasuresKnown: boolean;
  /** Where the data is that was replaced; null where there was none. */
  previousData: string | null;
}

/**
 * Checks everything before any of it is put in place. A data folder with an unfinished restore is
 * refused by every command until the restore has been run again.
 *
 * @throws BackupRefused where the backup is damaged, or the folder holds data or is in use.
 * @throws StorageUnavailable where the folder's data was moved to PostgreSQL, is being moved, or is a copy's.
 */
export async function restore(
  path: string,
  folder: string,
  options: RestoreOptions,
): Promise<Restored> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  refuseMovedFolder(folder); // Before --replace is recommended.
  const present = presentData(folder);
  requireReplace(folder, present, options);
  const lock = servingLock(folder);
  try {
    if (lock.isElsewhere()) throw new BackupRefused(`a service uses ${folder}; stop it first`);
    refuseMovedFolder(folder); // A move may have ended before the lock was taken.
    const records = replacedRecords(folder, { allowUnreadable: options.replaceUnreadable });
    // One that is left over stays, whatever happens: it keeps the data folder closed.
    const draft = join(folder, restoringName);
    const isLeftOver = existsSync(draft) && present.length > 0;
    await emptied(draft);
    const prepared = await prepare(path, draft, { records, options }).catch((error) => {
      if (!isLeftOver) rmSync(draft, { recursive: true, force: true });
      throw error;
    });
    return { ...prepared, previousData: await putInPlace(folder, draft, present, options.now) };
  } finally {
    lock.release();
  }
}

function requireReplace(folder: string, present: readonly string[], { replace }: RestoreOptions) {
  if (present.length === 0 || replace) return;
  const why = existsSync(join(folder, restoringName))
    ? `a restore into ${folder} did not finish`
    : `${folder} is not empty`;
  throw new BackupRefused(
    `${why}; use --replace, which keeps what is there in a folder before-restore-…, or name another ` +
      "folder by --data",
  );
}

async function emptied(draft: string): Promise<void> {
  await mkdir(draft, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(draft)) rmSync(join(draft, name), { recursive: true });
}

/** What a backup consists of, without data: for `backup verify`, too. */
export const summaryOf = ({ createdAt, files, signedBy }: Unpacked) => ({
  backupAt: createdAt,
  signedBy,
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** @throws BackupRefused where a database is missing or damaged. */
export function requireIntact(folder: string): void {
  for (const name of databasesCopied) {
    if (!existsSync(join(folder, `${name}.db`))) {
      throw new BackupRefused(`the backup is incomplete: it has no ${name}.db`);
    }
    const [fault] = integrityFaults(folder, name);
    if (fault) throw new BackupRefused(`${name}.db in the backup is damaged: ${fault}`);
  }
}

/** Unpacks and checks a backup, and ends what must not come back. */
async function prepare(
  path: string,
  draft: string,
  { records, options }: { records: ReplacedRecords; options: RestoreOptions },
): Promise<Omit<Restored, "previousData">> {
  const { now, actor, revokeKeys } = options;
  const manifest = await unpack(path, draft, options);
  requireIntact(draft);
  const carriedErasures = carryErasures(draft, records.erasures);
  const revoke = revokeKeys ? "all" : records.revokedKeys;
  const ended = endAccess(draft, { now, actor, backupAt: manifest.createdAt, revoke });
  await options.withData(draft);
  await syncFolder(draft);
  const erasuresKnown = records.areKnown;
  return { ...summaryOf(manifest), ...ended, carriedErasures, erasuresKnown };
}

/** The libraries are the program's own, and locks say nothing. */
function presentData(folder: string): string[] {
  return readdirSync(folder).filter(
    (name) =>
      name !== restoringName &&
      name !== "runtime" &&
      name !== "lost+found" &&
      !name.endsWith(".lock") &&
      !/^before-(restore|upgrade)-/.test(name),
  );
}

/** From the first rename until the draft's folder is gone, no command opens the data folder. */
async function putInPlace(
  folder: string,
  draft: string,
  present: readonly string[],
  now: number,
): Promise<string | null> {
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
  const previous = present.length > 0 ? join(folder, `${previousPrefix}${time}`) : null;
  // Written after `present` was read: by reading the replaced keys.
  const left = readdirSync(folder).filter((name) => /^(control|events|history)\.db/.test(name));
  if (previous) {
    await mkdir(previous, { mode: 0o700 });
    for (const name of new Set([...present, ...left])) {
      if (existsSync(join(folder, name))) await rename(join(folder, name), join(previous, name));
    }
    await syncFolder(previous);
  }
  for (const name of readdirSync(draft)) await rename(join(draft, name), join(folder, name));
  await syncFolder(folder);
  rmSync(draft, { recursive: true });
  await syncFolder(folder);
  await syncFolder(dirname(folder));
  return previous;
}
