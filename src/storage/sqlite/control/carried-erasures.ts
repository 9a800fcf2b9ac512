/** Erasures of the data that a restore replaces: they are done in the restored data too. */
import { openForReading, openForWriting } from "../open.ts";

/** A tombstone, in the order of the columns. */
export type ErasureRow = (string | number)[];

const columns = "id, project_id, kind, key, digest, actor, requested_at";

/**
 * Those of a data folder, of any version: it is not migrated, and none are in one that knows no erasures.
 * @throws where its `control.db` cannot be read: what was erased there is not known.
 */
export function storedErasures(folder: string): ErasureRow[] {
  const control = openForReading(folder, "control");
  try {
    const hasTable = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'erasures'";
    if (control.query(hasTable).get() === null) return [];
    return control.query<unknown, []>(`SELECT ${columns} FROM erasures`).values() as ErasureRow[];
  } finally {
    control.close();
  }
}

/**
 * Records them as not done, unless the backup has them: the guest was erased after it was made. They are
 * done by `applyErasures`.
 * @param folder the unpacked backup, whose `control.db` is migrated.
 * @returns how many were added.
 */
export function carryErasures(folder: string, erasures: readonly ErasureRow[]): number {
  if (erasures.length === 0) return 0;
  const control = openForWriting(folder, "control");
  try {
    const add = control.prepare(
      `INSERT OR IGNORE INTO erasures (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    return control
      .transaction(() => erasures.reduce((sum, row) => sum + add.run(...row).changes, 0))
      .immediate();
  } finally {
    control.run("PRAGMA wal_checkpoint(TRUNCATE)");
    control.close();
  }
}
