/** The sign-in library's own tables: it names columns, and passes and receives rows. */
import { lt } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { allOf, changedValues } from "../../drizzle/sign-in-conditions.ts";
import type { SignInRow, SignInStore, SignInTable } from "../../sign-ins.ts";
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
      const rows = db
        .update(table)
        .set(changedValues(table, set, add))
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
