/** The endpoints of webhooks, the alerts that they are told, and the events of the control plane. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ControlEvent } from "../port/webhook-event.ts";
import { type WebhookEndpointRecord, type WebhookStore, wantedBy } from "../port/webhooks.ts";
import {
  type Changes,
  type Db,
  first,
  rows,
  run,
  type Table,
  type Use,
  type Uses,
} from "./uses.ts";

interface Tables {
  endpoints: Table<"id" | "projectId" | "secret" | "createdAt" | "archivedAt" | "disabledAt">;
  controlEvents: Table<"id">;
  alerts: Table<"projectId" | "kind" | "eventId" | "seenAt">;
  projects: Table<"id" | "webhookEvents">;
}

export function webhookEndpointUses({ endpoints, controlEvents, alerts, projects }: Tables) {
  const endpoint = (projectId: string, id: string) =>
    and(eq(endpoints.projectId, projectId), eq(endpoints.id, id));
  const unarchived = (projectId: string) =>
    and(eq(endpoints.projectId, projectId), isNull(endpoints.archivedAt));

  /** What the project's endpoints want, for the requests that are about to be decided. */
  function* noteWanted(db: Db, projectId: string): Use<void> {
    const inUse = yield* rows<WebhookEndpointRecord>(
      db
        .select()
        .from(endpoints)
        .where(and(unarchived(projectId), isNull(endpoints.disabledAt))),
    );
    const webhookEvents = wantedBy(inUse);
    yield* run(db.update(projects).set({ webhookEvents }).where(eq(projects.id, projectId)));
  }

  const uses = {
    findEndpoint: (db, projectId, id) =>
      first<WebhookEndpointRecord>(db.select().from(endpoints).where(endpoint(projectId, id))),

    endpoints: (db, projectId) =>
      rows<WebhookEndpointRecord>(
        db
          .select()
          .from(endpoints)
          .where(projectId === null ? undefined : eq(endpoints.projectId, projectId))
          .orderBy(asc(endpoints.createdAt), asc(endpoints.id)),
      ),

    controlEvents: (db, limit) =>
      rows<ControlEvent>(
        db.select().from(controlEvents).orderBy(asc(controlEvents.id)).limit(limit),
      ),
  } satisfies Uses<WebhookStore>;

  const removals = {
    forgetControlEvents: (db, ids) =>
      run(db.delete(controlEvents).where(inArray(controlEvents.id, [...ids]))),
  } satisfies Uses<WebhookStore>;

  const changes = {
    *addEndpoint(db, added, max) {
      const { projectId } = added;
      const present = yield* rows(db.select().from(endpoints).where(unarchived(projectId)));
      if (present.length >= max) return false;
      yield* run(db.insert(endpoints).values({ ...added }));
      yield* noteWanted(db, projectId);
      return true;
    },

    *changeEndpoint(db, projectId, id, change) {
      const { previousSecret: replaced } = change;
      const isReplaced = typeof replaced === "string" ? eq(endpoints.secret, replaced) : undefined;
      const changed = yield* rows(
        db
          .update(endpoints)
          .set(change)
          .where(and(endpoint(projectId, id), isNull(endpoints.archivedAt), isReplaced))
          .returning({ id: endpoints.id }),
      );
      if (changed.length > 0) yield* noteWanted(db, projectId);
      return changed.length > 0;
    },

    ...alertChanges(alerts),
  } satisfies Changes<WebhookStore>;

  return { uses, removals, changes };
}

const alertChanges = (alerts: Tables["alerts"]) =>
  ({
    *noteAlert(db, { projectId, kind, eventId, at }, goesOnSince) {
      // One statement: of two copies at the same time, the second finds what the first has noted.
      const noted = yield* first<{ eventId: string }>(
        db
          .insert(alerts)
          .values({ projectId, kind, eventId, seenAt: at })
          .onConflictDoUpdate({
            target: [alerts.projectId, alerts.kind],
            set: {
              eventId: sql`CASE WHEN ${alerts.seenAt} < ${goesOnSince} THEN excluded.event_id ELSE ${alerts.eventId} END`,
              seenAt: sql`CASE WHEN ${alerts.seenAt} < ${at} THEN excluded.seen_at ELSE ${alerts.seenAt} END`,
            },
          })
          .returning({ eventId: alerts.eventId }),
      );
      return noted?.eventId === eventId;
    },
  }) satisfies Changes<WebhookStore>;
