import { and, eq, isNotNull } from "drizzle-orm";
import type { ControlEvent } from "../../webhook-event.ts";
import type { Connection } from "../operations.ts";
import { controlEvents, projects } from "./schema.ts";

/** Inside the transaction of the change that the event tells. Nothing is recorded where no webhook gets it. */
export function recordControlEvent(db: Connection["db"], event: ControlEvent): void {
  const { projectId } = event;
  const ofProject = projectId === null ? undefined : eq(projects.id, projectId);
  const wanting = db
    .select({ id: projects.id })
    .from(projects)
    .where(and(isNotNull(projects.webhookEvents), ofProject))
    .limit(1)
    .get();
  if (wanting) db.insert(controlEvents).values(event).run();
}
