import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { webhookConditions } from "../../drizzle/webhook-conditions.ts";
import { type WebhookStore, wantedBy } from "../../webhooks.ts";
import { webhookDeliveries } from "../events/schema.ts";
import type { Connection, Operations } from "../operations.ts";
import { audited } from "./audited.ts";
import { controlEvents, projects, webhookEndpoints } from "./schema.ts";

const { endpoint, unarchived, inUse } = webhookConditions({
  endpoints: webhookEndpoints,
  deliveries: webhookDeliveries,
});

export const reads = {
  findEndpoint:
    ({ db }) =>
    (projectId, id) =>
      db.select().from(webhookEndpoints).where(endpoint(projectId, id)).get() ?? null,

  endpoints:
    ({ db }) =>
    (projectId) =>
      db
        .select()
        .from(webhookEndpoints)
        .where(projectId === null ? undefined : eq(webhookEndpoints.projectId, projectId))
        .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
        .all(),

  /** Without a query builder: each outcome that is reported asks. */
  wanted: ({ database }) => {
    const one = database.prepare<{ events: string | null }, [string]>(
      "SELECT webhook_events AS events FROM projects WHERE id = ?",
    );
    return (projectId) => {
      const events = one.get(projectId)?.events ?? null;
      return events === null ? null : (JSON.parse(events) as string[]);
    };
  },

  controlEvents:
    ({ db }) =>
    (limit) =>
      db.select().from(controlEvents).orderBy(asc(controlEvents.id)).limit(limit).all(),
} satisfies Operations<WebhookStore>;

/** What the project's endpoints want, for the requests that are about to be decided. */
function noteWanted({ db }: Connection, projectId: string): void {
  const endpoints = db.select().from(webhookEndpoints).where(inUse(projectId)).all();
  const webhookEvents = wantedBy(endpoints);
  db.update(projects).set({ webhookEvents }).where(eq(projects.id, projectId)).run();
}

export const writes = {
  addEndpoint: (connection) => (added, max, entry) => {
    const { db } = connection;
    const { projectId, events } = added;
    return audited(connection, entry, () => {
      const present = db.select().from(webhookEndpoints).where(unarchived(projectId)).all();
      if (present.length >= max) return false;
      db.insert(webhookEndpoints)
        .values({ ...added, events: [...events] })
        .run();
      noteWanted(connection, projectId);
      return true;
    });
  },

  changeEndpoint: (connection) => (projectId, id, change, entry) =>
    audited(connection, entry, () => {
      const changed = connection.db
        .update(webhookEndpoints)
        .set(change)
        .where(and(endpoint(projectId, id), isNull(webhookEndpoints.archivedAt)))
        .returning({ id: webhookEndpoints.id })
        .all();
      if (changed.length > 0) noteWanted(connection, projectId);
      return changed.length > 0;
    }),

  forgetControlEvents:
    ({ db }) =>
    (ids) => {
      db.delete(controlEvents)
        .where(inArray(controlEvents.id, [...ids]))
        .run();
    },
} satisfies Operations<WebhookStore>;
