import { and, asc, between, count, eq, gte } from "drizzle-orm";
import type { ShadowScoreStore } from "../../port/shadow-scores.ts";
import type { Connection, Operations } from "../operations.ts";
import { placeholders } from "../placeholders.ts";
import { shadowScores } from "./schema.ts";

export const reads = {
  list:
    ({ db }) =>
    (projectId, firstId, lastId) =>
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
} satisfies Operations<ShadowScoreStore>;

/** Scans all scores of a model, and is therefore left to the search thread. */
export const searches = {
  pairs:
    ({ events: { db } }) =>
    (name, version, projectId, since) =>
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
        .groupBy(shadowScores.servedRiskScore, shadowScores.riskScore)
        .all(),
} satisfies Operations<ShadowScoreStore, { events: Connection }>;

/** Inside the transaction of the writer's group. */
export const writes = {
  add: ({ db }) => {
    const insert = db
      .insert(shadowScores)
      .values(placeholders(shadowScores))
      .onConflictDoNothing()
      .prepare();
    return (scores) => {
      for (const score of scores) insert.run({ ...score });
    };
  },
} satisfies Operations<ShadowScoreStore>;
