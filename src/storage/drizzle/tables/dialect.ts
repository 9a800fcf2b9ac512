/**
 * What the tables that both databases have are written with, so that each is stated once. The types are those of
 * PostgreSQL's builders; SQLite's have the same methods.
 */
import type { Column, ColumnBaseConfig, ColumnDataType } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";

/**
 * Text that is compared by its bytes, whatever the collation of PostgreSQL's database: identifiers are ordered
 * and ranged over.
 */
const bytewise = pg.customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const postgres = {
  table: pg.pgTable,
  primaryKey: pg.primaryKey,
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  bytewise,
  text: pg.text,
  integer: pg.integer,
  /** Whole milliseconds since 1970, or another whole number of at most 53 bits. */
  whole: (name: string) => pg.bigint(name, { mode: "number" }),
  real: pg.doublePrecision,
  boolean: pg.boolean,
  /** A value as JSON text: as it was written, byte for byte, which `jsonb` does not keep. */
  jsonText: <Data>(name: string) =>
    pg.customType<{ data: Data; driverData: string }>({
      dataType: () => "text",
      toDriver: (value) => JSON.stringify(value),
      fromDriver: (text) => JSON.parse(text) as Data,
    })(name),
  /** Ascends with every row. */
  sequence: (name: string) =>
    pg.bigint(name, { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
};

export type Dialect = typeof postgres;

/** Makes a column with the ID of a row of another table. */
export type Reference = () => ReturnType<ReturnType<Dialect["bytewise"]>["notNull"]>;

export const sqlite = {
  table: lite.sqliteTable,
  primaryKey: lite.primaryKey,
  index: lite.index,
  uniqueIndex: lite.uniqueIndex,
  bytewise: lite.text,
  text: lite.text,
  integer: lite.integer,
  whole: lite.integer,
  real: lite.real,
  boolean: (name: string) => lite.integer(name, { mode: "boolean" }),
  jsonText: (name: string) => lite.text(name, { mode: "json" }),
  sequence: (name: string) => lite.integer(name).primaryKey({ autoIncrement: true }),
} satisfies Record<keyof Dialect, unknown> as unknown as Dialect;

/** Tables that were made with `sqlite`, with SQLite's types. */
export const ofSqlite = <Tables>(tables: Tables) =>
  tables as unknown as { [Name in keyof Tables]: OfSqlite<Tables[Name]> };

type OfSqlite<Table> =
  Table extends pg.PgTableWithColumns<infer Config>
    ? lite.SQLiteTableWithColumns<{
        name: Config["name"];
        schema: undefined;
        dialect: "sqlite";
        columns: { [Name in keyof Config["columns"]]: SqliteColumn<Config["columns"][Name]> };
      }>
    : never;

type SqliteColumn<Of> =
  Of extends Column<infer Base>
    ? lite.SQLiteColumn<Base extends ColumnBaseConfig<ColumnDataType, string> ? Base : never>
    : never;
