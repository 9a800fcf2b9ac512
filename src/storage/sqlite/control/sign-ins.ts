/** What the log-in library does to its own tables: rows in, rows out, by the names of columns. */
import type { Database } from "bun:sqlite";
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
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { SignInCondition, SignInRow, SignInTable } from "../../sign-ins.ts";
import { accounts, sessions, twoFactors, users, verifications } from "./schema.ts";

const tables: Readonly<Record<SignInTable, SQLiteTable>> = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  twoFactor: twoFactors,
};

const operators: Readonly<
  Record<SignInCondition["operator"], (column: SQLiteColumn, value: never) => SQL>
> = {
  eq: (column, value) => (value === null ? isNull(column) : eq(column, value)),
  ne,
  lt,
  lte,
  gt,
  gte,
  in: inArray,
  not_in: notInArray,
};

function columnOf(table: SQLiteTable, field: string): SQLiteColumn {
  const column =
    Object.hasOwn(table, field) && (table as unknown as Record<string, unknown>)[field];
  if (!column) throw new Error(`there is no column ${field}`);
  return column as SQLiteColumn;
}

/** @throws Error without any condition: nothing here is meant for all rows. */
function allOf(table: SQLiteTable, where: readonly SignInCondition[]): SQL {
  if (where.length === 0) throw new Error("a condition is needed");
  return and(
    ...where.map(({ field, operator, value }) =>
      operators[operator](columnOf(table, field), value as never),
    ),
  )!;
}

export function signInReads(database: Database) {
  const db = drizzle(database);
  return {
    find: (name: SignInTable, where: readonly SignInCondition[], limit: number): SignInRow[] =>
      db
        .select()
        .from(tables[name])
        .where(allOf(tables[name], where))
        .limit(limit)
        .all() as SignInRow[],
  };
}

export function signInWrites(database: Database) {
  const db = drizzle(database);
  return {
    createSignInRow: (name: SignInTable, row: SignInRow): SignInRow =>
      db.insert(tables[name]).values(row).returning().get() as SignInRow,

    updateSignInRows(
      name: SignInTable,
      where: readonly SignInCondition[],
      set: SignInRow,
      add: Readonly<Record<string, number>> = {},
    ): SignInRow[] {
      const table = tables[name];
      const sums = Object.entries(add).map(([field, by]) => {
        const column = columnOf(table, field);
        return [field, sql`coalesce(${column}, 0) + ${by}`] as const;
      });
      return db
        .update(table)
        .set({ ...set, ...Object.fromEntries(sums) } as never)
        .where(allOf(table, where))
        .returning()
        .all() as SignInRow[];
    },

    removeSignInRows: (name: SignInTable, where: readonly SignInCondition[]): SignInRow[] =>
      db.delete(tables[name]).where(allOf(tables[name], where)).returning().all() as SignInRow[],

    sweepSignIns(at: number): void {
      for (const table of [sessions, verifications]) {
        db.delete(table).where(lt(table.expiresAt, at)).run();
      }
    },
  };
}
