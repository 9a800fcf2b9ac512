/** Pages of decisions that were part of an experiment: a control group or a challenge. */
import { and, asc, type Column, eq, gt, isNotNull, type SQL } from "drizzle-orm";
import type { ChallengedDecision, DecisionStore, DrawnDecision } from "../port/decisions.ts";
import { newestOutcome } from "./newest-outcome.ts";
import { type Db, rows, type Table, type Uses } from "./uses.ts";

interface Tables {
  decisions: Table<
    "projectId" | keyof DrawnDecision | Exclude<keyof ChallengedDecision, "outcome">
  >;
  outcomes: Table<"projectId" | "decisionId" | "outcome" | "seq">;
}

/** After which decision of which project, and how many. */
type Page = [projectId: string, after: string, limit: number];

export function decisionUses({ decisions, outcomes }: Tables) {
  const { projectId, id, riskScore, modelName, modelVersion, controlGroup, challenge } = decisions;
  const { decidedAt, request, probability, modelProbability, riskSetting, listMatches } = decisions;

  /** Those that have a value in `part`, in the order of their time. */
  const pageOf = (
    db: Db,
    part: Column,
    columns: Readonly<Record<string, Column | SQL>>,
    [project, after, limit]: Page,
  ) =>
    db
      .select(columns as Record<string, SQL>)
      .from(decisions)
      .where(and(eq(projectId, project), gt(id, after), isNotNull(part)))
      .orderBy(asc(id))
      .limit(limit);

  const drawnColumns = {
    id,
    decidedAt,
    riskScore,
    controlGroup,
    request,
    probability,
    modelProbability,
    modelName,
    modelVersion,
  };
  const challengedColumns = {
    id,
    riskScore,
    riskSetting,
    listMatches,
    challenge,
    modelName,
    modelVersion,
    outcome: newestOutcome(decisions, outcomes),
  };

  return {
    drawn: (db, ...page) => rows<DrawnDecision>(pageOf(db, controlGroup, drawnColumns, page)),
    challenged: (db, ...page) =>
      rows<ChallengedDecision>(pageOf(db, challenge, challengedColumns, page)),
  } satisfies Uses<DecisionStore>;
}
