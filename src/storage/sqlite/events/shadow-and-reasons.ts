/** What `events.db` keeps beside decisions: scores of models in the shadow, and reasons. */
import type { Database } from "bun:sqlite";
import { and, asc, between, count, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { ReasonsRecord } from "../../reasons.ts";
import type { ScorePair, ShadowScore } from "../../shadow-scores.ts";
import { placeholders } from "../placeholders.ts";
import { reasons, shadowScores } from "./schema.ts";

export function besideDecisionsReads(database: Database) {
  const db = drizzle(database);
  return {
    listShadowScores: (projectId: string, firstId: string, lastId: string): ShadowScore[] =>
      db
        .select()
        .from(shadowScores)
        .where(
          and(
            eq(shadowScores.projectId, projectId),
            between(shadowScores.decisionId, firstId, lastId),
          ),
        )
        .orderBy(asc(shadowScores.decisionId))
        .all(),

    shadowPairs: (name: string, version: string, projectId: string | null): ScorePair[] =>
      db
        .select({
          served: shadowScores.servedRiskScore,
          shadow: shadowScores.riskScore,
          count: count(),
        })
        .from(shadowScores)
        .where(
          and(
            eq(shadowScores.modelName, name),
            eq(shadowScores.modelVersion, version),
            projectId === null ? undefined : eq(shadowScores.projectId, projectId),
          ),
        )
        .groupBy(shadowScores.servedRiskScore, shadowScores.riskScore)
        .all(),

    findReasons: (projectId: string, decisionId: string): ReasonsRecord | null =>
      db
        .select()
        .from(reasons)
        .where(and(eq(reasons.projectId, projectId), eq(reasons.decisionId, decisionId)))
        .get() ?? null,
  };
}

/** Always inside a transaction that the writer began. */
export function besideDecisionsWrites(database: Database) {
  const db = drizzle(database);
  const insertScore = db
    .insert(shadowScores)
    .values(placeholders(shadowScores) as never)
    .onConflictDoNothing()
    .prepare();
  return {
    addShadowScores(scores: readonly ShadowScore[]): void {
      for (const score of scores) insertScore.run({ ...score });
    },

    putReasons(record: ReasonsRecord): void {
      db.insert(reasons)
        .values(record)
        .onConflictDoUpdate({ target: [reasons.projectId, reasons.decisionId], set: record })
        .run();
    },
  };
}
