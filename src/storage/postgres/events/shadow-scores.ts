import { and, asc, between, count, eq, gte } from "drizzle-orm";
import type { ShadowScoreStore } from "../../port/shadow-scores.ts";
import type { Connection } from "../connection.ts";
import { shadowScores } from "./schema.ts";

export function shadowScoreStore({ db }: Connection): ShadowScoreStore {
  return {
    async add(scores) {
      if (scores.length === 0) return;
      await db
        .insert(shadowScores)
        .values([...scores])
        .onConflictDoNothing();
    },

    list: async (projectId, firstId, lastId) =>
      db
        .select()
        .from(shadowScores)
        .where(
          and(
            eq(shadowScores.projectId, projectId),
            between(shadowScores.decisionId, firstId, lastId),
          ),
        )
        .orderBy(asc(shadowScores.decisionId)),

    pairs: async (name, version, projectId, since) =>
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
            since === undefined ? undefined : gte(shadowScores.at, since),
          ),
        )
        .groupBy(shadowScores.servedRiskScore, shadowScores.riskScore),
  };
}
