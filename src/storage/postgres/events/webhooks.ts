import { and, asc, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { deliveryConditions, dueEndpointsSql } from "../../drizzle/delivery-conditions.ts";
import { eventRecorder } from "../../drizzle/webhook-events.ts";
import { type NewWebhookEvent, timeOfEvent } from "../../port/webhook-event.ts";
import type { AttemptResult, TakenDelivery, WebhookStore } from "../../port/webhooks.ts";
import type { Connection, Db } from "../connection.ts";
import { groupWriter } from "../group-writer.ts";
import { jsonParameter } from "../json-parameter.ts";
import { lockForWebhooks } from "../locks.ts";
import { performed } from "../perform.ts";
import { webhookDeliveries as deliveries, webhookEvents as events } from "./schema.ts";

const { replayable, ofPage } = deliveryConditions(deliveries);

const { sequence, ...fresh } = getTableColumns(events);
const { type, at } = fresh;

export function webhookDeliveryStore(connection: Connection) {
  return { ...distribution(connection), ...attempts(connection), ...log(connection) };
}

const record = eventRecorder(events);

/** In a transaction, with what they tell; those that are known stay as they are. */
export const recordWebhookEvents = (db: Db, recorded: readonly NewWebhookEvent[]) =>
  performed(record(db, recorded));

function distribution({ db, transaction }: Connection) {
  return {
    receive: (received) => recordWebhookEvents(db, received),

    fresh: async (limit) =>
      db.select(fresh).from(events).where(isNull(sequence)).orderBy(asc(events.id)).limit(limit),

    distribute: (given, now) =>
      transaction(async (transaction) => {
        await lockForWebhooks(transaction); // One copy at a time: the numbers have no gaps.
        await transaction.sql(
          `WITH fresh AS (
             SELECT e.project_id, e.id,
               row_number() OVER (PARTITION BY e.project_id ORDER BY e.id) AS place
             FROM webhook_events AS e
             JOIN json_to_recordset($1) AS g ("projectId" text, id text)
               ON e.project_id = g."projectId" AND e.id = g.id
             WHERE e.sequence IS NULL
           ), counted AS (
             INSERT INTO webhook_sequences AS s (project_id, last)
             SELECT project_id, count(*) FROM fresh GROUP BY project_id
             ON CONFLICT (project_id) DO UPDATE SET last = s.last + excluded.last
             RETURNING s.project_id, s.last
           ), numbered AS (
             UPDATE webhook_events AS e SET sequence = counted.last - totals.n + fresh.place
             FROM fresh
             JOIN counted ON counted.project_id = fresh.project_id
             JOIN (SELECT project_id, count(*) AS n FROM fresh GROUP BY project_id) AS totals
               ON totals.project_id = fresh.project_id
             WHERE e.project_id = fresh.project_id AND e.id = fresh.id
           )
           INSERT INTO webhook_deliveries
             (project_id, event_id, endpoint_id, state, attempt, due_at)
           SELECT fresh.project_id, fresh.id, endpoint, 'waiting', 0, $2
           FROM fresh
           JOIN json_to_recordset($1) AS g ("projectId" text, id text, "endpointIds" json)
             ON fresh.project_id = g."projectId" AND fresh.id = g.id,
           json_array_elements_text(g."endpointIds") AS endpoint`,
          [jsonParameter(given), now],
        );
      }),
  } satisfies Partial<WebhookStore>;
}

/** Attempts that end while others are being recorded are recorded together. */
const settledTogether = 64;

const settler = (sql: Connection["sql"]) =>
  groupWriter<AttemptResult, boolean>(
    async (results) => {
      const settled = await sql<{ place: number }>(
        `UPDATE webhook_deliveries AS d
         SET state = r.state, due_at = r."dueAt", last_at = r."lastAt", status = r.status,
           error = r.error, took_ms = r."tookMs"
         FROM json_to_recordset($1) AS r (place integer, "projectId" text, "eventId" text,
           "endpointId" text, attempt integer, state text, "dueAt" bigint, "lastAt" bigint,
           status integer, error text, "tookMs" bigint)
         WHERE d.project_id = r."projectId" AND d.event_id = r."eventId"
           AND d.endpoint_id = r."endpointId" AND d.attempt = r.attempt AND d.state = 'waiting'
         RETURNING r.place`,
        [jsonParameter(results.map((result, place) => ({ ...result, place })))],
      );
      const places = new Set(settled.map(({ place }) => place));
      return results.map((_, place) => places.has(place));
    },
    { max: settledTogether, under: 1 },
  );

function attempts({ sql, transaction }: Connection) {
  return {
    async dueEndpoints(now) {
      const due = await sql<{ id: string }>(dueEndpointsSql("$1"), [now]);
      return due.map(({ id }) => id);
    },

    take: (endpointId, { now, until }, limit) =>
      sql<TakenDelivery>(
        `WITH taken AS (
           UPDATE webhook_deliveries AS d SET attempt = d.attempt + 1, due_at = $3
           FROM (
             SELECT project_id, event_id, endpoint_id FROM webhook_deliveries
             WHERE endpoint_id = $1 AND state = 'waiting' AND due_at <= $2
             ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED
           ) AS due
           WHERE d.project_id = due.project_id AND d.event_id = due.event_id
             AND d.endpoint_id = due.endpoint_id
           RETURNING d.project_id, d.event_id, d.endpoint_id, d.attempt
         )
         SELECT t.project_id AS "projectId", t.event_id AS "eventId",
           t.endpoint_id AS "endpointId", t.attempt, e.type, e.at, e.data, e.sequence
         FROM taken AS t
         JOIN webhook_events AS e ON e.project_id = t.project_id AND e.id = t.event_id`,
        [endpointId, now, until, limit],
      ),

    settle: settler(sql).write,

    async drop(endpointId, limit) {
      const [dropped] = await sql<{ n: number }>(
        `WITH dropped AS (
           UPDATE webhook_deliveries SET state = 'dropped'
           WHERE (project_id, event_id, endpoint_id) IN (
             SELECT project_id, event_id, endpoint_id FROM webhook_deliveries
             WHERE endpoint_id = $1 AND state = 'waiting' LIMIT $2 FOR UPDATE SKIP LOCKED)
           RETURNING 1
         ) SELECT count(*) AS n FROM dropped`,
        [endpointId, limit],
      );
      return dropped!.n;
    },

    replay: (projectId, what, now, limit) =>
      transaction(async ({ db }) => {
        const found = await db
          .select({ eventId: deliveries.eventId, endpointId: deliveries.endpointId })
          .from(deliveries)
          .where(replayable(projectId, what))
          .orderBy(asc(deliveries.eventId))
          .limit(limit)
          .for("update");
        for (const one of found) {
          await db
            .update(deliveries)
            .set({ state: "waiting", attempt: 0, dueAt: now })
            .where(replayable(projectId, one));
        }
        return found.length;
      }),
  } satisfies Partial<WebhookStore>;
}

function log({ db, sql }: Connection) {
  return {
    async log(projectId, page) {
      const rows = await db
        .select({ delivery: deliveries, type, at, sequence })
        .from(deliveries)
        .innerJoin(
          events,
          and(eq(events.projectId, deliveries.projectId), eq(events.id, deliveries.eventId)),
        )
        .where(ofPage(projectId, page))
        .orderBy(desc(deliveries.eventId), desc(deliveries.endpointId))
        .limit(page.limit);
      return rows.map(({ delivery, ...event }) => ({ ...delivery, ...event }));
    },

    async backlog(max) {
      const [counted] = await sql<{ waiting: number; oldest: string | null }>(
        `SELECT count(*) AS waiting, min(event_id) AS oldest FROM (
           SELECT event_id FROM webhook_deliveries WHERE state = 'waiting' LIMIT $1
         ) AS waiting_ones`,
        [max],
      );
      const { waiting, oldest } = counted!;
      return { waiting, oldestAt: oldest === null ? null : timeOfEvent(oldest) };
    },

    async removeBefore(projectId, before, limit) {
      const [removed] = await sql<{ n: number }>(
        `WITH ended AS (
           SELECT e.project_id, e.id FROM webhook_events AS e
           WHERE e.project_id = $1 AND e.id < $2 AND e.sequence IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM webhook_deliveries AS d
             WHERE d.project_id = e.project_id AND d.event_id = e.id AND d.state = 'waiting')
           ORDER BY e.id LIMIT $3
         ), deliveries_gone AS (
           DELETE FROM webhook_deliveries AS d USING ended
           WHERE d.project_id = ended.project_id AND d.event_id = ended.id
         ), gone AS (
           DELETE FROM webhook_events AS e USING ended
           WHERE e.project_id = ended.project_id AND e.id = ended.id RETURNING 1
         )
         SELECT count(*) AS n FROM gone`,
        [projectId, before, limit],
      );
      return removed!.n;
    },
  } satisfies Partial<WebhookStore>;
}
