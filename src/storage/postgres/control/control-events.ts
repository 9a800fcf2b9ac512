import { and, eq, isNotNull } from "drizzle-orm";
import type { ControlEvent } from "../../webhook-event.ts";
import type { Db } from "../connection.ts";
import { controlEvents, projects } from "./schema.ts";

/** Inside the transaction of the change that the event tells. Nothing is recorded where no webhook gets it. */
export async function recordControlEvent(db: Db, event: ControlEvent): Promise<void> {
  const { projectId } = event;
  const ofProject = projectId === null ? undefined : eq(projects.id, projectId);
  const [wanting] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(isNotNull(projects.webhookEvents), ofProject))
    .limit(1);
  if (wanting) await db.insert(controlEvents).values(event);
}
