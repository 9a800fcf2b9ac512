/** Which deliveries of webhooks are meant, as Drizzle's conditions: the same in both stores. */
import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import type { DeliveryPage } from "../port/webhooks.ts";

type Columns<Name extends string> = Readonly<Record<Name, Column>>;

type Deliveries = Columns<"projectId" | "eventId" | "endpointId" | "state">;

export function deliveryConditions({ projectId, eventId, endpointId, state }: Deliveries) {
  return {
    /** The deliveries of one event that ended, or those to an endpoint that were not delivered. */
    replayable: (project: string, what: { eventId: string | null; endpointId: string | null }) =>
      and(
        eq(projectId, project),
        what.endpointId === null ? undefined : eq(endpointId, what.endpointId),
        what.eventId === null
          ? sql`${state} IN ('failed', 'dropped')`
          : and(eq(eventId, what.eventId), sql`${state} <> 'waiting'`),
      ),

    ofPage: (project: string, { endpointId: only, before }: DeliveryPage): SQL | undefined =>
      and(
        eq(projectId, project),
        only === null ? undefined : eq(endpointId, only),
        before === null
          ? undefined
          : sql`(${eventId}, ${endpointId}) < (${before.eventId}, ${before.endpointId})`,
      ),
  };
}

/**
 * The endpoints with a delivery that is due: one step in the index for each endpoint with any that waits, however
 * many there are.
 */
export const dueEndpointsSql = (now: string) => `
  WITH RECURSIVE waiting (id) AS (
    SELECT (SELECT endpoint_id FROM webhook_deliveries WHERE state = 'waiting'
      ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhook_deliveries AS d
      WHERE d.state = 'waiting' AND d.endpoint_id > waiting.id ORDER BY d.endpoint_id LIMIT 1)
    FROM waiting WHERE waiting.id IS NOT NULL
  )
  SELECT id FROM waiting WHERE id IS NOT NULL AND EXISTS (
    SELECT 1 FROM webhook_deliveries AS d
    WHERE d.state = 'waiting' AND d.endpoint_id = waiting.id AND d.due_at <= ${now})`;
