/** What belongs to a project, and seldom changes. */
import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ErasedKind } from "../../port/erasures.ts";
import type { EntryKind, ListType } from "../../port/lists.ts";
import type { Dialect, Reference } from "./dialect.ts";
import { modelTables } from "./models.ts";
import { endpointTables } from "./webhooks.ts";

/** @param projects of the same database. */
export function projectTables(dialect: Dialect, projects: { readonly id: PgColumn }) {
  const ofProject = () =>
    dialect
      .bytewise("project_id")
      .notNull()
      .references(() => projects.id);
  return {
    ...ownTables(dialect, ofProject),
    ...listTables(dialect, ofProject),
    ...guestTables(dialect),
    ...modelTables(dialect, ofProject),
    ...endpointTables(dialect, ofProject),
  };
}

const ownTables = (
  { table, primaryKey, index, bytewise, text, integer, whole, real, jsonText }: Dialect,
  ofProject: Reference,
) => ({
  /** How much of a month's control group is used. */
  controlGroupMonths: table(
    "control_group_months",
    {
      projectId: ofProject(),
      /** `2026-11`, UTC. */
      month: bytewise("month").notNull(),
      /** Of the amounts, ISO 4217; "": they are not limited. "EUR end": `amount` is the limit that ended the month. */
      currency: bytewise("currency").notNull(),
      bookings: integer().notNull(),
      amount: real().notNull(),
    },
    (table) => [primaryKey({ columns: [table.projectId, table.month, table.currency] })],
  ),

  keys: table(
    "keys",
    {
      id: bytewise("id").primaryKey(),
      projectId: ofProject(),
      kind: text({ enum: ["secret", "publishable"] }).notNull(),
      hash: text().notNull().unique(),
      start: text().notNull(),
      end: text().notNull(),
      name: text().notNull(),
      createdAt: whole("created_at").notNull(),
      lastUsedAt: whole("last_used_at"),
      revokedAt: whole("revoked_at"),
      /** JSON; null: pages of any origin may use the key. */
      allowedOrigins: jsonText<string[]>("allowed_origins"),
      /** From then on the key is refused, Unix ms; null: never. */
      expiresAt: whole("expires_at"),
      /** JSON; null: servers of any address may use the key. */
      allowedAddresses: jsonText<string[]>("allowed_addresses"),
      /** Requests a second; null: no limit of its own. */
      rateLimit: whole("rate_limit"),
    },
    (table) => [index("keys_by_project").on(table.projectId, table.createdAt)],
  ),

  /** Filters of the list of decisions, shared in a project: see `SavedViewRecord`. */
  savedViews: table(
    "saved_views",
    {
      projectId: ofProject(),
      name: bytewise("name").notNull(),
      filters: jsonText<Readonly<Record<string, string>>>("filters").notNull(),
      createdBy: text("created_by").notNull(),
      createdAt: whole("created_at").notNull(),
    },
    (table) => [primaryKey({ columns: [table.projectId, table.name] })],
  ),

  /** Alerts that fired: see `FiringAlert`. */
  alerts: table(
    "alerts",
    {
      projectId: ofProject(),
      kind: bytewise("kind").notNull(),
      /** What told it. */
      eventId: bytewise("event_id").notNull(),
      /** When it was last found to fire. */
      seenAt: whole("seen_at").notNull(),
    },
    (table) => [primaryKey({ columns: [table.projectId, table.kind] })],
  ),
});

const listTables = (
  { table, index, bytewise, text, whole, boolean }: Dialect,
  ofProject: Reference,
) => ({
  /** What a project's lists deny, allow and mark: see `ListEntryRecord`. Archived rows stay. */
  listEntries: table(
    "list_entries",
    {
      id: bytewise("id").primaryKey(),
      projectId: ofProject(),
      kind: text().$type<EntryKind>().notNull(),
      type: text().$type<ListType>().notNull(),
      value: text().notNull(),
      identity: whole("identity").notNull(),
      network: text(),
      hashKey: text("hash_key"),
      reason: text().notNull(),
      decisionId: bytewise("decision_id"),
      version: whole("version").notNull(),
      createdBy: text("created_by").notNull(),
      createdAt: whole("created_at").notNull(),
      expiresAt: whole("expires_at"),
      archivedBy: text("archived_by"),
      archivedAt: whole("archived_at"),
      /** Of the watch list: whether attempts that it marks go to review. */
      review: boolean("review").notNull().default(false),
    },
    (table) => [
      index("list_entries_by_version").on(table.projectId, table.version, table.id),
      index("list_entries_by_kind")
        .on(table.projectId, table.kind, table.version, table.id)
        .where(sql`archived_at IS NULL`),
      index("list_entries_archived")
        .on(table.projectId, table.kind, table.version, table.id)
        .where(sql`archived_at IS NOT NULL`),
      index("list_entries_by_identity").on(table.projectId, table.identity),
    ],
  ),
});

const guestTables = ({ table, bytewise, text, whole }: Dialect) => ({
  /** Erasures of guests, done or not: see `ErasureRecord`. Rows are only added. */
  erasures: table("erasures", {
    id: bytewise("id").primaryKey(),
    projectId: bytewise("project_id").notNull(),
    kind: text().$type<ErasedKind>().notNull(),
    key: text().notNull(),
    digest: text().notNull(),
    identity: whole("identity"),
    actor: text().notNull(),
    keptBecause: text("kept_because"),
    requestedAt: whole("requested_at").notNull(),
    finishedAt: whole("finished_at"),
    receipt: text(),
  }),
});
