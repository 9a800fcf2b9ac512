/**
 * `history.db`: the decisions of `events.db` again, by identity. Derived, and so written behind,
 * in large sorted groups: a row for each identity lands on a page of its own, and one by one they
 * would cost the most of a decision. After a change here: `npm run migrations`.
 */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row an identity of an attempt: read by identity and time, newest first. */
export const sightings = sqliteTable(
  "sightings",
  {
    projectId: text("project_id").notNull(),
    identity: integer().notNull(),
    at: integer().notNull(),
    tie: integer().notNull(),
    email: integer(),
    phone: integer(),
    booker: integer(),
    name: integer(),
    device: integer(),
    ip: integer(),
    hotel: integer(),
    collection: integer(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.identity, table.at, table.tie] })],
);

/** One row: the last decision, by its `seq`, that is in `sightings`. */
export const progress = sqliteTable("progress", {
  id: integer().primaryKey(),
  indexedTo: integer("indexed_to").notNull(),
});
