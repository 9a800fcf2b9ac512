import { expect, test } from "bun:test";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { getTableConfig as getSqliteConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import * as postgresControl from "../postgres/control/schema.ts";
import * as postgresEvents from "../postgres/events/schema.ts";
import * as sqliteControl from "../sqlite/control/schema.ts";
import * as sqliteEvents from "../sqlite/events/schema.ts";
import { isAlike, movedTables, notMoved, sqliteColumns } from "./tables.ts";

const names = movedTables.map(({ name }) => name);

test("every table of SQLite is moved", () => {
  const all = [...Object.values(sqliteControl), ...Object.values(sqliteEvents)] as SQLiteTable[];
  expect(
    all.map((table) => getSqliteConfig(table).name).filter((name) => !names.includes(name)),
  ).toEqual([]);
});

test("every table of PostgreSQL is moved, or named as one that is not", () => {
  const all = [...Object.values(postgresControl), ...Object.values(postgresEvents)] as PgTable[];
  const left = all
    .map((table) => getTableConfig(table).name)
    .filter((name) => !names.includes(name));
  expect(left.toSorted()).toEqual([...notMoved].toSorted());
});

test("tables that are moved as they are have the same columns in both stores", () => {
  for (const table of movedTables.filter(isAlike)) {
    const columns = table.columns.map(({ name }) => name);
    expect(columns.toSorted()).toEqual([...sqliteColumns(table.name)].toSorted());
  }
});
