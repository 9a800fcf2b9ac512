import { getTableColumns, type Placeholder, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A placeholder for each column of a table, under the column's name. */
type Placeholders<Table extends SQLiteTable> = {
  [Column in keyof Table["$inferInsert"] & string]-?: Placeholder<Column>;
};

export function placeholders<Table extends SQLiteTable>(table: Table): Placeholders<Table> {
  const names = Object.keys(getTableColumns(table));
  return Object.fromEntries(
    names.map((name) => [name, sql.placeholder(name)]),
  ) as Placeholders<Table>;
}
