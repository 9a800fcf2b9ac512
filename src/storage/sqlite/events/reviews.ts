import { sql } from "drizzle-orm";
import { reviewUses } from "../../drizzle/reviews.ts";
import { run } from "../../drizzle/uses.ts";
import type { NewReview, ReviewStore } from "../../port/reviews.ts";
import type { Connection, Operations } from "../operations.ts";
import { executed, operationsOf, shared } from "../perform.ts";
import { outcomes, webhookEvents } from "./schema.ts";
import { webhookEventWriter } from "./webhooks.ts";

const uses = reviewUses(shared(webhookEvents), {
  execute: executed,
  locking: "",
  dueAt: "+due_at",
  ids: (decisionIds) => sql`SELECT value FROM json_each(${JSON.stringify(decisionIds)})`,
  *lockOutcomes() {}, // One transaction writes at a time.
  report: (db, outcome) => run(db.insert(shared(outcomes)).values({ ...outcome })),
});

export const reads = operationsOf(uses.reads) satisfies Operations<ReviewStore>;

/**
 * Without a query builder: it is on the path of decisions.
 * @returns a function that returns whether the review was added.
 */
export function insertReview(connection: Connection): (review: NewReview) => boolean {
  const insert = connection.database.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO reviews
       (project_id, decision_id, sources, opened_at, deadline, expected_loss, currency, place, state, due_at, claim)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'waiting', ?5, 0)
     ON CONFLICT DO NOTHING RETURNING decision_id`,
  );
  const record = webhookEventWriter(connection);
  return ({ event, ...review }) => {
    const { projectId, decisionId, sources, openedAt, deadline } = review;
    const { expectedLoss, currency, place } = review;
    const values = [projectId, decisionId, sources, openedAt, deadline];
    if (insert.get(...values, expectedLoss, currency, place) === null) return false;
    if (event) record(event);
    return true;
  };
}

/** Inside the transaction of the writer's group. */
export const writes = {
  open: insertReview,
  ...operationsOf(uses.writes),
  ...operationsOf(uses.transactions),
} satisfies Operations<ReviewStore>;
