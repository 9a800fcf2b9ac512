/** Where events are sent, and the events. */
import { sql } from "drizzle-orm";
import type { DeliveryState } from "../../port/webhooks.ts";
import type { Dialect, Reference } from "./dialect.ts";

export const endpointTables = (
  { table, index, bytewise, text, whole, jsonText }: Dialect,
  ofProject: Reference,
) => ({
  /** Where a project's events are sent: see `WebhookEndpointRecord`. */
  webhookEndpoints: table(
    "webhook_endpoints",
    {
      id: bytewise("id").primaryKey(),
      projectId: ofProject(),
      url: text().notNull(),
      events: jsonText<readonly string[]>("events").notNull(),
      description: text().notNull(),
      secret: text().notNull(),
      previousSecret: text("previous_secret"),
      previousUntil: whole("previous_until"),
      createdBy: text("created_by").notNull(),
      createdAt: whole("created_at").notNull(),
      disabledAt: whole("disabled_at"),
      disabledBecause: text("disabled_because").$type<"gone" | "user">(),
      archivedAt: whole("archived_at"),
    },
    (table) => [index("webhook_endpoints_by_project").on(table.projectId, table.createdAt)],
  ),

  /** Events of changes in these tables, until they are among the others: `webhook_events`. */
  controlEvents: table("control_events", {
    id: bytewise("id").primaryKey(),
    projectId: bytewise("project_id"),
    type: text().notNull(),
    at: whole("at").notNull(),
    data: text().notNull(),
  }),
});

export const deliveryTables = ({
  table,
  primaryKey,
  index,
  bytewise,
  text,
  integer,
  whole,
}: Dialect) => ({
  /** Events for webhooks: see `NewWebhookEvent`. Without a number they are not distributed yet. */
  webhookEvents: table(
    "webhook_events",
    {
      projectId: bytewise("project_id").notNull(),
      id: bytewise("id").notNull(),
      type: text().notNull(),
      at: whole("at").notNull(),
      data: text().notNull(),
      sequence: whole("sequence"),
    },
    (table) => [
      primaryKey({ columns: [table.projectId, table.id] }),
      index("webhook_events_fresh").on(table.id).where(sql`sequence IS NULL`),
    ],
  ),

  /** The last number that an event of the project got. */
  webhookSequences: table("webhook_sequences", {
    projectId: bytewise("project_id").primaryKey(),
    last: whole("last").notNull(),
  }),

  webhookDeliveries: table(
    "webhook_deliveries",
    {
      projectId: bytewise("project_id").notNull(),
      eventId: bytewise("event_id").notNull(),
      endpointId: bytewise("endpoint_id").notNull(),
      state: text().$type<DeliveryState>().notNull(),
      attempt: integer().notNull(),
      dueAt: whole("due_at").notNull(),
      lastAt: whole("last_at"),
      status: integer(),
      error: text(),
      tookMs: whole("took_ms"),
    },
    (table) => [
      primaryKey({ columns: [table.projectId, table.eventId, table.endpointId] }),
      index("webhook_deliveries_waiting")
        .on(table.endpointId, table.dueAt)
        .where(sql`state = 'waiting'`),
      index("webhook_deliveries_by_endpoint").on(table.endpointId, table.eventId),
      index("webhook_deliveries_undelivered")
        .on(table.endpointId, table.eventId)
        .where(sql`state IN ('failed', 'dropped')`),
    ],
  ),
});
