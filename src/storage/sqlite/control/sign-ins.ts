/** The sign-in library's own tables: it names columns, and passes and receives rows. */
import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { SignInCondition, SignInRow, SignInStore, SignInTable } from "../../sign-ins.ts";
import type { Operations } from "../operations.ts";
import { accounts, passkeys, sessions, twoFactors, users, verifications } from "./schema.ts";

const tables: Readonly<Record<SignInTable, SQLiteTable>> = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  twoFactor: twoFactors,
  passkey: passkeys,
};

function columnOf(table: SQLiteTable, field: string): SQLiteColumn {
  const column =
    Object.hasOwn(table, field) && (table as unknown as Record<string, unknown>)[field];
  if (!column) throw new Error(`no column ${field}`);
  return column as SQLiteColumn;
}

function conditionOf(column: SQLiteColumn, { operator, value }: SignInCondition): SQL {
  switch (operator) {
    case "eq":
      return value === null ? isNull(column) : eq(column, value);
    case "in":
      return inArray(column, [value].flat());
    case "not_in":
      return notInArray(column, [value].flat());
    default:
      return comparisons[operator](column, value);
  }
}

const comparisons = { ne, lt, lte, gt, gte };

/** @throws Error if there is no condition: none of these operations is meant for all rows. */
function allOf(table: SQLiteTable, where: readonly SignInCondition[]): SQL {
  if (where.length === 0) throw new Error("a condition is required");
  return and(...where.map((one) => conditionOf(columnOf(table, one.field), one)))!;
}

export const reads = {
  find:
    ({ db }) =>
    (name, where, limit) =>
      db
        .select()
        .from(tables[name])
        .where(allOf(tables[name], where))
        .limit(limit)
        .all() as SignInRow[],
} satisfies Operations<SignInStore>;

export const writes = {
  create:
    ({ db }) =>
    (name, row) =>
      db.insert(tables[name]).values(row).returning().get() as SignInRow,

  update:
    ({ db }) =>
    (name, where, set, add = {}) => {
      const table = tables[name];
      const sums = Object.entries(add).map(([field, by]) => {
        const column = columnOf(table, field);
        return [field, sql`coalesce(${column}, 0) + ${by}`] as const;
      });
      return db
        .update(table)
        .set({ ...set, ...Object.fromEntries(sums) })
        .where(allOf(table, where))
        .returning()
        .all() as SignInRow[];
    },

  remove:
    ({ db }) =>
    (name, where) =>
      db.delete(tables[name]).where(allOf(tables[name], where)).returning().all() as SignInRow[],

  sweep:
    ({ db }) =>
    (at) => {
      for (const table of [sessions, verifications]) {
        db.delete(table).where(lt(table.expiresAt, at)).run();
      }
    },
} satisfies Operations<SignInStore>;
