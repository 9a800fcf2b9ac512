/**
 * What is moved: every table that both stores have, by the names of its columns, and three whose rows have
 * another form in each. All else is derived from these.
 */
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import {
  type AnySQLiteColumn,
  getTableConfig as getSqliteConfig,
  type SQLiteTable,
} from "drizzle-orm/sqlite-core";
import * as postgresControl from "../postgres/control/schema.ts";
import * as postgresEvents from "../postgres/events/schema.ts";
import * as sqliteControl from "../sqlite/control/schema.ts";
import * as sqliteEvents from "../sqlite/events/schema.ts";

/** As both stores have it: a text, a whole number, a fraction, a truth value, or bytes: `\\x` and hexadecimal digits. */
export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;
type Kind = "text" | "whole" | "fraction" | "flag" | "bytes";

export interface Column {
  name: string;
  kind: Kind;
}

export interface MovedTable {
  name: string;
  /** Where SQLite has it. */
  database: "control" | "events" | "history";
  columns: readonly Column[];
  /** What distinguishes its rows. */
  key: readonly string[];
  /** By which portions of it are read, in order: indexed in both stores. Empty: it is read as a whole. */
  order: readonly string[];
}

/** Rows of one portion: some MB of decisions, a transaction of some 100 ms. */
export const portionRows = 1000;

/**
 * The tables that may have many rows, and an index of both stores by which they are read in order: by time where
 * there is one, so that what changes is in few portions.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  keys: ["id"],
  sessions: ["id"],
  audit: ["seq"],
  list_entries: ["project_id", "version", "id"],
  collections: ["project_id", "id"],
  batches: ["project_id", "received_at"],
  decisions: ["project_id", "id"],
  outcomes: ["project_id", "decision_id"],
  idempotency: ["project_id", "created_at"],
  pass_uses: ["project_id", "pass_id"],
  reviews: ["project_id", "decision_id"],
  shadow_scores: ["project_id", "decision_id"],
  reasons: ["project_id", "decision_id"],
  webhook_events: ["project_id", "id"],
  webhook_deliveries: ["project_id", "event_id"],
  hotels: ["project_id", "hotel"],
};

/** In PostgreSQL a decision's row has a second, short one: `attempts`. */
export const attemptColumns: readonly Column[] = [
  { name: "identities", kind: "text" },
  { name: "sighting", kind: "text" },
  { name: "seen", kind: "flag" },
  { name: "request_number", kind: "whole" },
  { name: "hotel", kind: "whole" },
  { name: "hotel_country", kind: "text" },
  { name: "billing_country", kind: "text" },
  { name: "phone_country", kind: "text" },
  { name: "network_country", kind: "text" },
  { name: "blanked", kind: "flag" },
  /** Whether the rest of the row repeats the decision: true. */
  { name: "repeats", kind: "flag" },
];

/** The tables in which the stores differ: each side reads and writes them in PostgreSQL's form. */
const ownForm = new Set(["secrets", "bundles", "decisions", "hotels", "first_reports"]);
/** PostgreSQL's own, which nothing of SQLite belongs into. */
export const notMoved: ReadonlySet<string> = new Set([
  "revisions",
  "attempts",
  "sightings",
  "reports",
  "hotel_days",
]);

/** What `history.db` has, and SQLite's other databases have not. */
const inHistory = new Set(["hotels", "first_reports"]);

/** Those that others refer to come first. */
export const movedTables: readonly MovedTable[] = [
  ...tablesOf("control", postgresControl, sqliteControl),
  ...tablesOf("events", postgresEvents, sqliteEvents),
];

function tablesOf(
  database: "control" | "events",
  postgres: object,
  sqlite: object,
): readonly MovedTable[] {
  const known = new Set(
    (Object.values(sqlite) as SQLiteTable[]).map((table) => getSqliteConfig(table).name),
  );
  return (Object.values(postgres) as PgTable[])
    .map((table) => getTableConfig(table))
    .filter(({ name }) => !notMoved.has(name) && (known.has(name) || ownForm.has(name)))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((config) => {
      const columns = config.columns.map((column) => ({ name: column.name, kind: kindOf(column) }));
      return {
        name: config.name,
        database: inHistory.has(config.name) ? "history" : database,
        columns: config.name === "decisions" ? [...columns, ...attemptColumns] : columns,
        key: keyOf(config),
        order: orders[config.name] ?? [],
      };
    });
}

/** `decisions` before what belongs to them, then those that refer to others, then those of an own form. */
function placeOf({ name, foreignKeys }: ReturnType<typeof getTableConfig>): number {
  if (name === "decisions") return 0;
  if (ownForm.has(name)) return 3;
  return foreignKeys.length > 0 ? 2 : 1;
}

function keyOf({ name, columns, primaryKeys }: ReturnType<typeof getTableConfig>): string[] {
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  if (key.length === 0) throw new Error(`${name} has no primary key`);
  return key.map((column) => column.name);
}

function kindOf(column: PgColumn): Kind {
  const type = column.getSQLType();
  if (type.startsWith("text")) return "text";
  if (type === "bigint" || type === "integer") return "whole";
  if (type === "double precision") return "fraction";
  if (type === "boolean") return "flag";
  if (type === "bytea") return "bytes";
  throw new Error(`${column.name}: ${type} is not moved`);
}

/** Whether SQLite's row has the same columns. */
export const isAlike = ({ name }: MovedTable): boolean => !ownForm.has(name);

/** The names of the columns that SQLite's own row of a table has. */
export function sqliteColumns(name: string): readonly string[] {
  const all = [...Object.values(sqliteControl), ...Object.values(sqliteEvents)] as SQLiteTable[];
  const table = all.map((one) => getSqliteConfig(one)).find((config) => config.name === name);
  return table!.columns.map((column: AnySQLiteColumn) => column.name);
}

export const keyOfRow = ({ key }: MovedTable, row: Row): string =>
  JSON.stringify(key.map((name) => row[name]));
