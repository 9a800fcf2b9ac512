/** The endpoints of webhooks, and the events of the control plane. */
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { ControlEvent } from "../webhook-event.ts";
import { type WebhookEndpointRecord, type WebhookStore, wantedBy } from "../webhooks.ts";
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
  endpoints: Table<"id" | "projectId" | "createdAt" | "archivedAt" | "disabledAt">;
  controlEvents: Table<"id">;
  projects: Table<"id" | "webhookEvents">;
}

export function webhookEndpointUses({ endpoints, controlEvents, projects }: Tables) {
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
      const changed = yield* rows(
        db
          .update(endpoints)
          .set(change)
          .where(and(endpoint(projectId, id), isNull(endpoints.archivedAt)))
          .returning({ id: endpoints.id }),
      );
      if (changed.length > 0) yield* noteWanted(db, projectId);
      return changed.length > 0;
    },
  } satisfies Changes<WebhookStore>;

  return { uses, removals, changes };
}
