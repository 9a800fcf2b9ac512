import { type Column, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * The statement that inserts rows with their values in the order of `columns`, for what is too busy for the
 * query builder: the schema stays the one place that names tables and columns.
 * @param rows how many rows one statement inserts.
 */
export function insertSql(
  verb: "INSERT" | "INSERT OR REPLACE",
  table: SQLiteTable,
  columns: readonly Column[],
  rows = 1,
): string {
  const names = columns.map(({ name }) => name).join(", ");
  const places = `(${columns.map(() => "?").join(", ")})`;
  return `${verb} INTO ${getTableName(table)} (${names}) VALUES ${Array(rows).fill(places).join(", ")}`;
}
