import { sql } from "drizzle-orm";
import { reviewUses } from "../../drizzle/reviews.ts";
import { run } from "../../drizzle/uses.ts";
import type { ReviewStore } from "../../port/reviews.ts";
import type { Connection } from "../connection.ts";
import { jsonParameter } from "../json-parameter.ts";
import { executed, methodsOf, transactionsOf } from "../perform.ts";
import { reviews, webhookEvents } from "./schema.ts";
import { recordWebhookEvents } from "./webhooks.ts";

const uses = reviewUses(webhookEvents, {
  execute: executed,
  locking: "FOR UPDATE SKIP LOCKED",
  dueAt: "due_at",
  ids: (decisionIds) => sql`SELECT unnest(${sql.param([...decisionIds])}::text[])`,
  /** As `report_outcomes_1` does. */
  lockOutcomes: (db, { projectId, decisionId }) =>
    run(
      executed(
        db,
        sql`SELECT pg_advisory_xact_lock(hashtextextended('report ' || ${`${projectId} ${decisionId}`}, 0))`,
      ),
    ),
  report: (db, outcome) =>
    run(executed(db, sql`SELECT report_outcomes_1(${jsonParameter([outcome])})`)),
});

export function reviewStore(connection: Connection): ReviewStore {
  return {
    open: ({ event, ...review }) =>
      connection.transaction(async ({ db }) => {
        const added = await db
          .insert(reviews)
          .values({ ...review, state: "waiting", dueAt: review.deadline, claim: 0 })
          .onConflictDoNothing()
          .returning({ decisionId: reviews.decisionId });
        if (added.length > 0 && event) await recordWebhookEvents(db, [event]);
        return added.length > 0;
      }),
    ...methodsOf({ ...uses.reads, ...uses.writes }, connection),
    ...transactionsOf(uses.transactions, connection),
  };
}
