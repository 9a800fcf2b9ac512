/** What the copies of the service share while they run. Nothing of it is moved, and losing it loses no data. */
import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { postgres } from "../../drizzle/tables/dialect.ts";

const { whole } = postgres;

/** The copies that run: see copies.ts. */
export const copies = pgTable("copies", {
  id: text().primaryKey(),
  /** By the database's clock. */
  beatAt: whole("beat_at").notNull(),
});

/** What is used up of quotas, which comes back as time passes: see quotas.ts. */
export const quotas = pgTable("quotas", {
  name: text().primaryKey(),
  /** As of `at`. */
  used: doublePrecision().notNull(),
  at: whole("at").notNull(),
});

/** Attempts to sign in, counted until a moment: see attempt-counts.ts. */
export const attemptWindows = pgTable("attempt_windows", {
  /** A hash: there may be an e-mail address or an IP address in it. */
  name: text().primaryKey(),
  count: integer().notNull(),
  endsAt: whole("ends_at").notNull(),
});
