/** Erasures and revoked keys of the data that a restore replaces, which an older backup does not have. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { revokedKeys } from "../sqlite/control/after-restore.ts";
import { type ErasureRow, storedErasures } from "../sqlite/control/carried-erasures.ts";
import { restoringName } from "../sqlite/unfinished-restore.ts";
import { BackupRefused } from "./manifest.ts";

/** Names of folders in a data folder that hold what a restore has replaced. */
export const previousPrefix = "before-restore-";

export interface ReplacedRecords {
  /** Of guests, by ID. */
  erasures: ErasureRow[];
  revokedKeys: ReadonlySet<string>;
  /** False where there is nothing to be replaced, or where it cannot be read. */
  areKnown: boolean;
}

/**
 * Erasures of guests and revocations of keys in the data folder.
 * @param allowUnreadable continue without those that cannot be read.
 * @throws BackupRefused where they cannot be read: restored without them, guests would be back.
 */
export function replacedRecords(
  folder: string,
  { allowUnreadable }: { allowUnreadable: boolean },
): ReplacedRecords {
  const folders = recordFolders(folder);
  try {
    requireControl(folder, folders);
    const erasures = folders.flatMap(storedErasures);
    const keys = folders.flatMap(revokedKeys);
    return { erasures, revokedKeys: new Set(keys), areKnown: folders.length > 0 };
  } catch (error) {
    if (allowUnreadable) return { erasures: [], revokedKeys: new Set(), areKnown: false };
    const { code, message } = error as Error & { code?: string };
    throw new BackupRefused(
      `control.db in ${folder} cannot be read (${code ?? message}), so the guests that it records as erased and ` +
        "the keys that it records as revoked would be back. Use --replace-unreadable to continue anyway, with " +
        "--tombstones FILE where you have one, and --revoke-keys for new keys",
    );
  }
}

/** A restore that did not finish may have moved what it replaces, and nothing of the backup is there yet. */
function recordFolders(folder: string): string[] {
  const moved = existsSync(join(folder, restoringName))
    ? readdirSync(folder).filter((name) => name.startsWith(previousPrefix))
    : [];
  const all = [folder, ...moved.map((name) => join(folder, name))];
  return all.filter((one) => existsSync(join(one, "control.db")));
}

function requireControl(folder: string, folders: readonly string[]): void {
  const isUnfinished = existsSync(join(folder, restoringName));
  if (folders.length > 0 || isUnfinished || !existsSync(join(folder, "events.db"))) return;
  throw Object.assign(new Error("there is none"), { code: "ENOENT" });
}
