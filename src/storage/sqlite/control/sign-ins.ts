/** The sign-in library's own tables: it names columns, and passes and receives rows. */
import { lt } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { allOf, changedValues } from "../../drizzle/sign-in-conditions.ts";
import type { SignInRow, SignInStore, SignInTable } from "../../sign-ins.ts";
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
      return db
        .update(table)
        .set(changedValues(table, set, add))
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
