/**
 * `history.db`: the decisions and outcomes of `events.db` again, by identity. Derived, and so
 * written behind, in large sorted groups: a row for each identity lands on a page of its own, and
 * one by one they would cost the most of a decision. Rows by identity are short for the same
 * reason, and point to the attempt's one row. After a change here: `npm run migrations`.
 */
import { integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";

/** One row an attempt, in the order of time: what later attempts are compared with. */
export const attempts = sqliteTable(
  "attempts",
  {
    /** 32 bits of the project's identifier: short, and the identities hold the project too. */
    project: integer().notNull(),
    at: integer().notNull(),
    tie: integer().notNull(),
    checkIn: integer("check_in"),
    checkOut: integer("check_out"),
    email: integer(),
    phone: integer(),
    booker: integer(),
    name: integer(),
    device: integer(),
    ip: integer(),
    network: integer(),
    domain: integer(),
    hotel: integer(),
    collection: integer(),
    city: integer(),
    look: integer(),
  },
  (table) => [primaryKey({ columns: [table.project, table.at, table.tie] })],
);

/** One row an identity of an attempt: read by identity and time, newest first. */
export const sightings = sqliteTable(
  "sightings",
  {
    project: integer().notNull(),
    identity: integer().notNull(),
    at: integer().notNull(),
    tie: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.identity, table.at, table.tie] })],
);

/** One row an identity of a reported outcome: read by identity and the time of the report. */
export const reports = sqliteTable(
  "reports",
  {
    project: integer().notNull(),
    identity: integer().notNull(),
    reportedAt: integer("reported_at").notNull(),
    /** The attempt's own place. */
    at: integer().notNull(),
    tie: integer().notNull(),
    fraud: integer().notNull(),
    /** When a newer report of the same attempt took this one's place; null: it still counts. */
    until: integer(),
  },
  (table) => [
    primaryKey({
      columns: [table.project, table.identity, table.reportedAt, table.at, table.tie],
    }),
  ],
);

/** One row a project that ever reported an outcome: when the first was. */
export const firstReports = sqliteTable("first_reports", {
  project: integer().primaryKey(),
  reportedAt: integer("reported_at").notNull(),
});

/** One row: the last decision and the last outcome, by their `seq`, that are in here. */
export const progress = sqliteTable("progress", {
  id: integer().primaryKey(),
  decisionsTo: integer("decisions_to").notNull(),
  outcomesTo: integer("outcomes_to").notNull(),
});
