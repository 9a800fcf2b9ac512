/** The logs that search is indexed from: decisions and reports, in the order of their `seq`. */
import type { Database } from "bun:sqlite";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { DecisionSource } from "../../decisions.ts";
import { withdrawn } from "../../outcomes.ts";
import type { DecisionKind } from "../../search.ts";
import type { Identities } from "../../velocity.ts";
import type { StoredIdentities } from "./attempt-log.ts";
import { decisions, outcomes } from "./schema.ts";

/** A decision, reduced to what is indexed. */
export interface LoggedDecision {
  seq: number;
  projectId: string;
  at: number;
  tie: number;
  requestId: string;
  riskScore: number;
  kind: DecisionKind;
  identities: Identities;
  hotel: { name: string; country: string; referenceId: string; giataId: string };
  countries: { billing: string | null; phone: string | null; network: string | null };
}

/** A report, and the place of its decision in the index. */
export interface LoggedOutcome {
  seq: number;
  decisionSeq: number;
  projectId: string;
  at: number;
  tie: number;
  /** Null where it was withdrawn. */
  outcome: string | null;
}

/** The part of a request that is indexed. */
interface ReadRequest {
  hotel?: { name?: string; country?: string; referenceId?: string; giataId?: string };
  billing?: { country?: string };
}

/** @returns a function that reads the decisions after a `seq`. */
export function decisionsReader(
  events: Database,
): (after: number, max: number) => LoggedDecision[] {
  const query = drizzle(events)
    .select({
      seq: decisions.seq,
      projectId: decisions.projectId,
      at: decisions.decidedAt,
      requestId: decisions.requestId,
      riskScore: decisions.riskScore,
      riskLevel: decisions.riskLevel,
      suggestedAction: decisions.suggestedAction,
      riskSetting: decisions.riskSetting,
      source: decisions.source,
      modelName: decisions.modelName,
      modelVersion: decisions.modelVersion,
      request: decisions.request,
      // SQLite parses the evidence: reading it here would take as long as everything else.
      seen: sql<number>`json_valid(${decisions.evidence})
        AND json_type(${decisions.evidence}, '$.collection') IS 'object'`,
      network: sql<string | null>`iif(json_valid(${decisions.evidence}),
        json_extract(${decisions.evidence}, '$.network.country'), NULL)`,
      stored: decisions.identities,
    })
    .from(decisions)
    .where(gt(decisions.seq, sql.placeholder("after")))
    .orderBy(asc(decisions.seq))
    .limit(sql.placeholder("max"))
    .prepare();
  return (after, max) => query.all({ after, max }).map(loggedDecision);
}

interface Row {
  seq: number;
  projectId: string;
  at: number;
  requestId: string;
  riskScore: number;
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  source: DecisionSource;
  modelName: string;
  modelVersion: string;
  request: string;
  stored: string;
  seen: number;
  network: string | null;
}

function loggedDecision(row: Row): LoggedDecision {
  const { seq, projectId, at, requestId, riskScore } = row;
  const { riskLevel, suggestedAction, riskSetting, source, modelName, modelVersion } = row;
  const { tie, identities, phoneCountry } = JSON.parse(row.stored) as StoredIdentities;
  const { hotel, billing } = parsed<ReadRequest>(row.request);
  const answer = { riskLevel, suggestedAction, riskSetting, source, modelName, modelVersion };
  return {
    ...{ seq, projectId, at, tie, requestId, riskScore, identities },
    kind: { ...answer, seen: row.seen === 1, outcome: null },
    hotel: {
      name: hotel?.name ?? "",
      country: hotel?.country ?? "",
      referenceId: hotel?.referenceId ?? "",
      giataId: hotel?.giataId ?? "",
    },
    countries: {
      billing: billing?.country ?? null,
      phone: phoneCountry ?? null,
      network: row.network,
    },
  };
}

/** A single row that was edited by hand must not stop the index. */
function parsed<Read extends object>(json: string): Partial<Read> {
  try {
    return Object(JSON.parse(json)) as Partial<Read>;
  } catch {
    return {};
  }
}

/** Small, since outcomes of decisions that are not indexed yet are read again later. */
const outcomesAtOnce = 100;

/** @returns a function that reads the reports after a `seq`, of decisions up to another. */
export function outcomesReader(
  events: Database,
): (after: number, decisionsTo: number, max: number) => LoggedOutcome[] {
  const query = drizzle(events)
    .select({
      seq: outcomes.seq,
      decisionSeq: decisions.seq,
      projectId: outcomes.projectId,
      at: decisions.decidedAt,
      outcome: outcomes.outcome,
      stored: decisions.identities,
    })
    .from(outcomes)
    .crossJoin(decisions) // In this order, each outcome's decision is found by its key.
    .where(
      and(
        gt(outcomes.seq, sql.placeholder("after")),
        eq(decisions.projectId, outcomes.projectId),
        eq(decisions.id, outcomes.decisionId),
      ),
    )
    .orderBy(asc(outcomes.seq))
    .limit(sql.placeholder("max"))
    .prepare();
  return (after, decisionsTo, max) => {
    const found: LoggedOutcome[] = [];
    while (found.length < max) {
      const rows = query.all({ after: found.at(-1)?.seq ?? after, max: outcomesAtOnce });
      for (const { stored, outcome, ...report } of rows) {
        // A decision is indexed before its outcomes; the rest waits.
        if (report.decisionSeq > decisionsTo) return found;
        const counts = outcome === withdrawn ? null : outcome;
        found.push({
          ...report,
          outcome: counts,
          tie: (JSON.parse(stored) as StoredIdentities).tie,
        });
      }
      if (rows.length < outcomesAtOnce) break;
    }
    return found;
  };
}
