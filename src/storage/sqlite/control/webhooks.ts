import { webhookEndpointUses } from "../../drizzle/webhook-endpoints.ts";
import type { WebhookStore } from "../../port/webhooks.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import { auditedOperationsOf } from "./audited.ts";
import { alerts, controlEvents, projects, webhookEndpoints } from "./schema.ts";

const { uses, removals, changes } = webhookEndpointUses({
  endpoints: shared(webhookEndpoints),
  controlEvents: shared(controlEvents),
  alerts: shared(alerts),
  projects: shared(projects),
});

export const reads = {
  ...operationsOf(uses),

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
} satisfies Operations<WebhookStore>;

export const writes = {
  ...operationsOf(removals),
  ...auditedOperationsOf(changes),
} satisfies Operations<WebhookStore>;
