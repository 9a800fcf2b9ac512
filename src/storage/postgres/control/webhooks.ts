import { eq } from "drizzle-orm";
import { webhookEndpointUses } from "../../drizzle/webhook-endpoints.ts";
import type { WebhookStore } from "../../port/webhooks.ts";
import type { Connection } from "../connection.ts";
import { methodsOf } from "../perform.ts";
import { auditedMethodsOf } from "./audited.ts";
import { alerts, controlEvents, projects, webhookEndpoints } from "./schema.ts";

const { uses, removals, changes } = webhookEndpointUses({
  endpoints: webhookEndpoints,
  controlEvents,
  alerts,
  projects,
});

export function webhookEndpointStore(connection: Connection) {
  return {
    ...methodsOf({ ...uses, ...removals }, connection),
    ...auditedMethodsOf(changes, connection),

    async wanted(projectId) {
      const columns = { events: projects.webhookEvents };
      const [project] = await connection.db
        .select(columns)
        .from(projects)
        .where(eq(projects.id, projectId));
      return project?.events ?? null;
    },
  } satisfies Partial<WebhookStore>;
}
