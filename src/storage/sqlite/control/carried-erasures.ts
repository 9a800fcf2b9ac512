/** Erasures of the data that a restore replaces: they are done in the restored data too. */
import { openForWriting } from "../open.ts";

/** A tombstone, in the order of the columns. */
type Row = (string | number)[];

const columns = "id, project_id, kind, key, digest, actor, requested_at";

/** Those of a data folder; none where its database cannot be read. */
export function storedErasures(folder: string): Row[] {
  try {
    const control = openForWriting(folder, "control");
    try {
      return control.query<unknown, []>(`SELECT ${columns} FROM erasures`).values() as Row[];
    } finally {
      control.close();
    }
  } catch {
    return [];
  }
}

/**
 * Records them as not done, unless the backup has them: the guest was erased after it was made.
 * @param folder the unpacked backup, whose `control.db` is migrated.
 * @returns how many were added.
 */
export function carryErasures(folder: string, erasures: readonly Row[]): number {
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
