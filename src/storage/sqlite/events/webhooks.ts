import { and, asc, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { deliveryConditions, dueEndpointsSql } from "../../drizzle/delivery-conditions.ts";
import { type NewWebhookEvent, timeOfEvent } from "../../port/webhook-event.ts";
import type { TakenDelivery, WebhookStore } from "../../port/webhooks.ts";
import type { Connection, Operations } from "../operations.ts";
import { webhookDeliveries as deliveries, webhookEvents as events } from "./schema.ts";

const { replayable, ofPage } = deliveryConditions(deliveries);

const { sequence, ...fresh } = getTableColumns(events);
const { type, at } = fresh;

export const reads = {
  fresh: ({ db }) => {
    return (limit) =>
      db
        .select(fresh)
        .from(events)
        .where(isNull(sequence))
        .orderBy(asc(events.id))
        .limit(limit)
        .all();
  },

  dueEndpoints: ({ database }) => {
    const due = database.prepare<{ id: string }, [number]>(dueEndpointsSql("?"));
    return (now) => due.all(now).map(({ id }) => id);
  },

  log:
    ({ db }) =>
    (projectId, page) =>
      db
        .select({ delivery: deliveries, type, at, sequence })
        .from(deliveries)
        .innerJoin(
          events,
          and(eq(events.projectId, deliveries.projectId), eq(events.id, deliveries.eventId)),
        )
        .where(ofPage(projectId, page))
        .orderBy(desc(deliveries.eventId), desc(deliveries.endpointId))
        .limit(page.limit)
        .all()
        .map(({ delivery, ...event }) => ({ ...delivery, ...event })),

  backlog: ({ database }) => {
    const counted = database.prepare<{ waiting: number; oldest: string | null }, [number]>(
      `SELECT count(*) AS waiting, min(event_id) AS oldest FROM (
         SELECT event_id FROM webhook_deliveries INDEXED BY webhook_deliveries_waiting
         WHERE state = 'waiting' LIMIT ?)`,
    );
    return (max) => {
      const { waiting, oldest } = counted.get(max)!;
      return { waiting, oldestAt: oldest === null ? null : timeOfEvent(oldest) };
    };
  },
} satisfies Operations<WebhookStore>;

/**
 * As `eventRecorder`, without a query builder: it is on the path of decisions.
 * @returns a function that records an event inside a transaction; of one that is known, nothing.
 */
export function webhookEventWriter({
  database,
}: Pick<Connection, "database">): (event: NewWebhookEvent) => void {
  const insert = database.prepare(
    `INSERT INTO webhook_events (project_id, id, type, at, data) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  return ({ projectId, id, type, at, data }) => void insert.run(projectId, id, type, at, data);
}

/** Inside the transaction of the writer's group. */
export const writes = {
  receive: (connection) => {
    const record = webhookEventWriter(connection);
    return (received) => received.forEach(record);
  },

  distribute: ({ database }) => {
    const lastOf = database.prepare<{ last: number }, [string]>(
      "SELECT last FROM webhook_sequences WHERE project_id = ?",
    );
    const keepLast = database.prepare("INSERT OR REPLACE INTO webhook_sequences VALUES (?, ?)");
    const number = database.prepare(
      `UPDATE webhook_events SET sequence = ?
       WHERE project_id = ? AND id = ? AND sequence IS NULL`,
    );
    const deliver = database.prepare(
      `INSERT INTO webhook_deliveries (project_id, event_id, endpoint_id, state, attempt, due_at)
       VALUES (?, ?, ?, 'waiting', 0, ?)`,
    );
    return (given, now) => {
      const numbered = new Map<string, number>();
      for (const { projectId, id, endpointIds } of given) {
        const next = (numbered.get(projectId) ?? lastOf.get(projectId)?.last ?? 0) + 1;
        if (number.run(next, projectId, id).changes === 0) continue; // It has a number.
        numbered.set(projectId, next);
        for (const endpointId of endpointIds) deliver.run(projectId, id, endpointId, now);
      }
      for (const [projectId, last] of numbered) keepLast.run(projectId, last);
    };
  },

  take: ({ database }) => {
    const due = database.prepare<TakenDelivery, [string, number, number]>(
      `SELECT d.project_id AS projectId, d.event_id AS eventId, d.endpoint_id AS endpointId,
         d.attempt + 1 AS attempt, e.type, e.at, e.data, e.sequence
       FROM webhook_deliveries AS d JOIN webhook_events AS e
         ON e.project_id = d.project_id AND e.id = d.event_id
       WHERE d.endpoint_id = ? AND d.state = 'waiting' AND d.due_at <= ?
       ORDER BY d.due_at LIMIT ?`,
    );
    const hold = database.prepare(
      `UPDATE webhook_deliveries SET attempt = attempt + 1, due_at = ?
       WHERE project_id = ? AND event_id = ? AND endpoint_id = ?`,
    );
    return (endpointId, { now, until }, limit) => {
      const taken = due.all(endpointId, now, limit);
      for (const one of taken) hold.run(until, one.projectId, one.eventId, endpointId);
      return taken;
    };
  },

  settle: ({ database }) => {
    const settle = database.prepare(
      `UPDATE webhook_deliveries
       SET state = ?, due_at = ?, last_at = ?, status = ?, error = ?, took_ms = ?
       WHERE project_id = ? AND event_id = ? AND endpoint_id = ? AND attempt = ?
         AND state = 'waiting'`,
    );
    return ({ projectId, eventId, endpointId, attempt, ...ended }) => {
      const { state, dueAt, lastAt, status, error, tookMs } = ended;
      const key = [projectId, eventId, endpointId, attempt];
      return settle.run(state, dueAt, lastAt, status, error, tookMs, ...key).changes > 0;
    };
  },

  drop: ({ database }) => {
    const drop = database.prepare(
      `UPDATE webhook_deliveries SET state = 'dropped' WHERE (project_id, event_id, endpoint_id) IN (
         SELECT project_id, event_id, endpoint_id FROM webhook_deliveries
         WHERE endpoint_id = ? AND state = 'waiting' LIMIT ?)`,
    );
    return (endpointId, limit) => drop.run(endpointId, limit).changes;
  },

  replay:
    ({ db }) =>
    (projectId, what, now, limit) => {
      const found = db
        .select({ eventId: deliveries.eventId, endpointId: deliveries.endpointId })
        .from(deliveries)
        .where(replayable(projectId, what))
        .orderBy(asc(deliveries.eventId))
        .limit(limit)
        .all();
      for (const { eventId, endpointId } of found) {
        db.update(deliveries)
          .set({ state: "waiting", attempt: 0, dueAt: now })
          .where(replayable(projectId, { eventId, endpointId }))
          .run();
      }
      return found.length;
    },

  removeBefore: ({ database }) => {
    const ended = database.prepare<{ id: string }, [string, string, number]>(
      `SELECT e.id FROM webhook_events AS e
       WHERE e.project_id = ? AND e.id < ? AND e.sequence IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM webhook_deliveries AS d
         WHERE d.project_id = e.project_id AND d.event_id = e.id AND d.state = 'waiting')
       ORDER BY e.id LIMIT ?`,
    );
    const removeDeliveries = database.prepare(
      "DELETE FROM webhook_deliveries WHERE project_id = ? AND event_id = ?",
    );
    const remove = database.prepare("DELETE FROM webhook_events WHERE project_id = ? AND id = ?");
    return (projectId, before, limit) => {
      const removed = ended.all(projectId, before, limit);
      for (const { id } of removed) {
        removeDeliveries.run(projectId, id);
        remove.run(projectId, id);
      }
      return removed.length;
    };
  },
} satisfies Operations<WebhookStore>;
