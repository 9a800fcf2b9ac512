/**
 * Blanks and deletes what `events.db` has of guests. Inside the transaction of the writer's group; the
 * callers ask for a few at a time, so that decisions do not wait.
 *
 * `secure_delete` overwrites what is deleted, in the transaction that deletes it (open.ts).
 */
import type { Database } from "bun:sqlite";
import {
  type BlankedDecision,
  blankedEvidence,
  blankedRequest,
  type GuestStore,
  noRows,
  type RemovedRows,
} from "../../port/guests.ts";
import type { Operations } from "../operations.ts";

/**
 * An idempotency key is stored with the time at which its request was read, and found by it: there is no
 * index by decision. A decision is made within seconds of it; the rest is for a clock that was set.
 */
const idempotencyMs = 60 * 60 * 1000;

type Of = [projectId: string, id: string];

export const writes = {
  blank: ({ database }) => {
    const blankDecision = database.prepare<unknown, [string, string, string, ...Of]>(
      `UPDATE decisions
       SET request = ?, evidence = ?, identities = ?, request_id = '', collection_id = NULL,
         challenge = json_remove(challenge, '$.draw'),
         control_group = json_set(control_group, '$.draw', NULL)
       WHERE project_id = ? AND id = ?`,
    );
    const blankOutcomes = database.prepare<unknown, Of>(
      "UPDATE outcomes SET note = NULL, request_id = '' WHERE project_id = ? AND decision_id = ?",
    );
    const deleteOthers = belongings(database);
    const deleteUndecided = database.prepare<unknown, Of>(
      "DELETE FROM reviews WHERE project_id = ? AND decision_id = ? AND decided_at IS NULL",
    );
    const dropSecond = database.prepare<unknown, Of>(
      `UPDATE reviews SET second_at = NULL
       WHERE project_id = ? AND decision_id = ? AND second_verdict IS NULL`,
    );
    return (projectId, decisions) =>
      total(decisions, ({ id, identities }: BlankedDecision) => {
        const { reasons, idempotencyKeys } = deleteOthers(projectId, id);
        dropSecond.run(projectId, id);
        return {
          reviews: deleteUndecided.run(projectId, id).changes,
          decisions: blankDecision.run(blankedRequest, blankedEvidence, identities, projectId, id)
            .changes,
          outcomes: blankOutcomes.run(projectId, id).changes,
          reasons,
          shadowScores: 0,
          idempotencyKeys,
        };
      });
  },

  deleteDecisions: ({ database }) => {
    const deleteOf = (table: string, column = "decision_id") =>
      database.prepare<unknown, Of>(`DELETE FROM ${table} WHERE project_id = ? AND ${column} = ?`);
    const deleteOutcomes = deleteOf("outcomes");
    const deleteShadowScores = deleteOf("shadow_scores");
    const deleteReviews = deleteOf("reviews");
    const deleteDecision = deleteOf("decisions", "id");
    const deleteOthers = belongings(database);
    return (projectId, ids) =>
      total(ids, (id) => ({
        ...deleteOthers(projectId, id),
        outcomes: deleteOutcomes.run(projectId, id).changes,
        shadowScores: deleteShadowScores.run(projectId, id).changes,
        reviews: deleteReviews.run(projectId, id).changes,
        decisions: deleteDecision.run(projectId, id).changes,
      }));
  },

  deleteCollections: ({ database }) => {
    const deleteBatches = database.prepare<unknown, Of>(
      "DELETE FROM batches WHERE project_id = ? AND collection_id = ?",
    );
    const deleteCollection = database.prepare<unknown, Of>(
      "DELETE FROM collections WHERE project_id = ? AND id = ?",
    );
    return (projectId, ids) => {
      const deleted = { collections: 0, batches: 0 };
      for (const id of ids) {
        deleted.batches += deleteBatches.run(projectId, id).changes;
        deleted.collections += deleteCollection.run(projectId, id).changes;
      }
      return deleted;
    };
  },
} satisfies Operations<GuestStore>;

/** @returns a function that deletes a decision's reasons and idempotency key, before its row. */
function belongings(database: Database) {
  const deleteReasons = database.prepare<unknown, Of>(
    "DELETE FROM reasons WHERE project_id = ? AND decision_id = ?",
  );
  const decidedAt = database.prepare<{ at: number }, Of>(
    "SELECT decided_at AS at FROM decisions WHERE project_id = ? AND id = ?",
  );
  const deleteKeys = database.prepare<unknown, [...Of, number, number]>(
    `DELETE FROM idempotency
     WHERE project_id = ? AND decision_id = ? AND created_at BETWEEN ? AND ?`,
  );
  return (projectId: string, id: string) => {
    const at = decidedAt.get(projectId, id)?.at;
    return {
      reasons: deleteReasons.run(projectId, id).changes,
      idempotencyKeys:
        at === undefined
          ? 0
          : deleteKeys.run(projectId, id, at - idempotencyMs, at + idempotencyMs).changes,
    };
  };
}

function total<One>(ones: readonly One[], each: (one: One) => RemovedRows): RemovedRows {
  const sum = { ...noRows };
  for (const one of ones) {
    const removed = each(one);
    for (const name of Object.keys(sum) as (keyof RemovedRows)[]) sum[name] += removed[name];
  }
  return sum;
}
