import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { webhookConditions } from "../../drizzle/webhook-conditions.ts";
import { type WebhookStore, wantedBy } from "../../webhooks.ts";
import type { Connection, Db } from "../connection.ts";
import { webhookDeliveries } from "../events/schema.ts";
import { audited } from "./audited.ts";
import { controlEvents, projects, webhookEndpoints } from "./schema.ts";

const { endpoint, unarchived, inUse } = webhookConditions({
  endpoints: webhookEndpoints,
  deliveries: webhookDeliveries,
});

/** What the project's endpoints want, for the requests that are about to be decided. */
async function noteWanted(db: Db, projectId: string): Promise<void> {
  const endpoints = await db.select().from(webhookEndpoints).where(inUse(projectId));
  const webhookEvents = wantedBy(endpoints);
  await db.update(projects).set({ webhookEvents }).where(eq(projects.id, projectId));
}

export function webhookEndpointStore(connection: Connection) {
  const { db } = connection;
  return {
    addEndpoint: (added, max, entry) =>
      audited(connection, entry, async ({ db }) => {
        const { projectId } = added;
        const present = await db.select().from(webhookEndpoints).where(unarchived(projectId));
        if (present.length >= max) return false;
        await db.insert(webhookEndpoints).values(added);
        await noteWanted(db, projectId);
        return true;
      }),

    changeEndpoint: (projectId, id, change, entry) =>
      audited(connection, entry, async ({ db }) => {
        const changed = await db
          .update(webhookEndpoints)
          .set(change)
          .where(and(endpoint(projectId, id), isNull(webhookEndpoints.archivedAt)))
          .returning({ id: webhookEndpoints.id });
        if (changed.length > 0) await noteWanted(db, projectId);
        return changed.length > 0;
      }),

    findEndpoint: async (projectId, id) =>
      (await db.select().from(webhookEndpoints).where(endpoint(projectId, id)))[0] ?? null,

    endpoints: async (projectId) =>
      db
        .select()
        .from(webhookEndpoints)
        .where(projectId === null ? undefined : eq(webhookEndpoints.projectId, projectId))
        .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id)),

    async wanted(projectId) {
      const columns = { events: projects.webhookEvents };
      const [project] = await db.select(columns).from(projects).where(eq(projects.id, projectId));
      return project?.events ?? null;
    },

    controlEvents: async (limit) =>
      db.select().from(controlEvents).orderBy(asc(controlEvents.id)).limit(limit),

    async forgetControlEvents(ids) {
      await db.delete(controlEvents).where(inArray(controlEvents.id, [...ids]));
    },
  } satisfies Partial<WebhookStore>;
}
