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
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { SignInCondition, SignInRow, SignInStore, SignInTable } from "../../sign-ins.ts";
import type { Connection } from "../connection.ts";
import { accounts, passkeys, sessions, twoFactors, users, verifications } from "./schema.ts";

const tables: Readonly<Record<SignInTable, PgTable>> = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  twoFactor: twoFactors,
  passkey: passkeys,
};

function columnOf(table: PgTable, field: string): PgColumn {
  const column =
    Object.hasOwn(table, field) && (table as unknown as Record<string, unknown>)[field];
  if (!column) throw new Error(`no column ${field}`);
  return column as PgColumn;
}

function conditionOf(column: PgColumn, { operator, value }: SignInCondition): SQL {
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
function allOf(table: PgTable, where: readonly SignInCondition[]): SQL {
  if (where.length === 0) throw new Error("a condition is required");
  return and(...where.map((one) => conditionOf(columnOf(table, one.field), one)))!;
}

export function signInStore({ db }: Connection): SignInStore {
  return {
    async find(name, where, limit) {
      const rows = db.select().from(tables[name]).where(allOf(tables[name], where)).limit(limit);
      return (await rows) as SignInRow[];
    },

    async create(name, row) {
      const rows = (await db.insert(tables[name]).values(row).returning()) as SignInRow[];
      return rows[0]!;
    },

    async update(name, where, set, add = {}) {
      const table = tables[name];
      const sums = Object.entries(add).map(([field, by]) => {
        const column = columnOf(table, field);
        return [field, sql`coalesce(${column}, 0) + ${by}`] as const;
      });
      const rows = db
        .update(table)
        .set({ ...set, ...Object.fromEntries(sums) })
        .where(allOf(table, where))
        .returning();
      return (await rows) as SignInRow[];
    },

    async remove(name, where) {
      const rows = db.delete(tables[name]).where(allOf(tables[name], where)).returning();
      return (await rows) as SignInRow[];
    },

    async sweep(at) {
      for (const table of [sessions, verifications]) {
        await db.delete(table).where(lt(table.expiresAt, at));
      }
    },
  };
}
