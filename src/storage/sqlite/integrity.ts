import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { DatabaseName } from "./open.ts";

/** What SQLite finds wrong with a database, a line each; none where it is intact. */
export function integrityFaults(folder: string, name: DatabaseName): string[] {
  const database = new Database(join(folder, `${name}.db`), { readwrite: true, create: false });
  try {
    const rows = database
      .query<{ integrity_check: string }, []>("PRAGMA integrity_check(10)")
      .all();
    const lines = rows.map((row) => row.integrity_check);
    return lines.length === 1 && lines[0] === "ok" ? [] : lines;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database.close();
  }
}
