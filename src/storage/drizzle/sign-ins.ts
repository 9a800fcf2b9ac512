/** The sign-in library's own tables: it names columns, and passes and receives rows. */
import {
  and,
  type Column,
  getTableColumns,
  gt,
  gte,
  inArray,
  lt,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import type { SignInCondition, SignInRow, SignInStore, SignInTable } from "../port/sign-ins.ts";
import { hasValue } from "./has-value.ts";
import { rows, run, type Table, type Uses } from "./uses.ts";

type Tables = Readonly<
  Record<SignInTable, Table> & Record<"session" | "verification", Table<"expiresAt">>
>;

export function signInUses(tables: Tables) {
  const reads = {
    find: (db, name, where, limit) =>
      rows<SignInRow>(
        db
          .select()
          .from(tables[name] as Table)
          .where(allOf(tables[name], where))
          .limit(limit),
      ),
  } satisfies Uses<SignInStore>;

  const writes = {
    *create(db, name, row) {
      return (yield* rows<SignInRow>(db.insert(tables[name]).values(row).returning()))[0]!;
    },

    update(db, name, where, set, add = {}) {
      const table: Table = tables[name];
      const changed = db.update(table).set(changedValues(table, set, add));
      return rows<SignInRow>(changed.where(allOf(table, where)).returning());
    },

    remove: (db, name, where) =>
      rows<SignInRow>(db.delete(tables[name]).where(allOf(tables[name], where)).returning()),

    *sweep(db, at) {
      for (const table of [tables.session, tables.verification]) {
        yield* run(db.delete(table).where(lt(table.expiresAt, at)));
      }
    },
  } satisfies Uses<SignInStore>;

  return { reads, writes };
}

/** @throws Error if there is no condition: none of these operations is meant for all rows. */
function allOf(table: Table, where: readonly SignInCondition[]): SQL {
  if (where.length === 0) throw new Error("a condition is required");
  return and(...where.map((one) => conditionOf(columnOf(table, one.field), one)))!;
}

/** New values of a row: some are set, and to others a number is added. */
function changedValues(
  table: Table,
  set: SignInRow,
  add: Readonly<Record<string, number>>,
): Record<string, unknown> {
  const sums = Object.entries(add).map(([field, by]) => {
    return [field, sql`coalesce(${columnOf(table, field)}, 0) + ${by}`] as const;
  });
  return { ...set, ...Object.fromEntries(sums) };
}

function columnOf(table: Table, field: string): Column {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  const column = Object.hasOwn(columns, field) && columns[field];
  if (!column) throw new Error(`no column ${field}`);
  return column;
}

const comparisons = { ne, lt, lte, gt, gte };

function conditionOf(column: Column, { operator, value }: SignInCondition): SQL {
  switch (operator) {
    case "eq":
      return hasValue(column, value);
    case "in":
      return inArray(column, [value].flat());
    case "not_in":
      return notInArray(column, [value].flat());
    default:
      return comparisons[operator](column, value);
  }
}
