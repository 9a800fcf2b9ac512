/** The logs that search is indexed from: decisions and reports, in the order of their `seq`. */
import type { Database } from "bun:sqlite";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import {
  type DecisionSource,
  type SearchedBy,
  type SearchedRequest,
  searchedBy,
} from "../../port/decisions.ts";
import { withdrawn } from "../../port/outcomes.ts";
import type { DecisionKind } from "../../port/search.ts";
import type { Identities } from "../../port/velocity.ts";
import type { StoredAttempt, StoredIdentities } from "./attempt-log.ts";
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
  hotel: SearchedBy["hotel"];
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

/** A decision's row, as far as the indexes read it. */
export interface LogRow extends StoredAttempt {
  requestId: string;
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  source: DecisionSource;
  modelName: string;
  modelVersion: string;
}

/**
 * @returns a function that reads the rows after a `seq`. The two indexes follow the log separately
 *   and are mostly at the same place: what one of them has read is kept for the other, until the
 *   next read. Without the query builder, which took a quarter of the time.
 */
export function logReader(events: Database): (after: number, max: number) => readonly LogRow[] {
  const query = events.prepare<LogRow & { json?: string | undefined }, [number, number]>(
    `SELECT seq, project_id AS projectId, decided_at AS at, request_id AS requestId,
       risk_score AS riskScore, risk_level AS riskLevel, suggested_action AS suggestedAction,
       risk_setting AS riskSetting, source, model_name AS modelName, model_version AS modelVersion,
       identities AS json
     FROM decisions WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  let kept: { after: number; rows: readonly LogRow[] } | null = null;
  return (after, max) => {
    if (kept?.after === after && kept.rows.length <= max) {
      const { rows } = kept;
      kept = null; // The log may be longer by the next time.
      return rows;
    }
    const rows: LogRow[] = [];
    for (const row of query.iterate(after, max)) {
      row.stored = JSON.parse(row.json!) as StoredIdentities;
      row.json = undefined; // Not kept in memory twice.
      rows.push(row);
    }
    kept = rows.length > 0 ? { after, rows } : null;
    return rows;
  };
}

/** @returns a function that turns rows into what search is indexed by. */
export function loggedDecisions(events: Database): (rows: readonly LogRow[]) => LoggedDecision[] {
  const readSearchedBy = searchedByReader(events);
  return (rows) => rows.map((row) => loggedDecision(row, readSearchedBy));
}

function loggedDecision(row: LogRow, readSearchedBy: (seq: number) => SearchedBy): LoggedDecision {
  const { seq, projectId, at, requestId, riskScore } = row;
  const { riskLevel, suggestedAction, riskSetting, source, modelName, modelVersion } = row;
  const { tie, phoneCountry = null, countedHotel } = row.stored;
  const identities = countedHotel === undefined ? row.stored.identities : { hotel: countedHotel };
  const { seen, hotel, countries } = row.stored.searchedBy ?? readSearchedBy(seq);
  const { billing, network } = countries;
  return {
    seq,
    projectId,
    at,
    tie,
    requestId,
    riskScore,
    identities,
    hotel,
    countries: { billing, phone: phoneCountry, network },
    kind: {
      riskLevel,
      suggestedAction,
      riskSetting,
      source,
      modelName,
      modelVersion,
      seen,
      outcome: null,
    },
  };
}

/** @returns a function that reads what decisions of older versions have in their input only. */
function searchedByReader(events: Database): (seq: number) => SearchedBy {
  // SQLite parses the evidence: reading it here would take as long as everything else. It evaluates
  // both sides of an AND, but of an iif only what it needs.
  const query = events.prepare<{ request: string; seen: number; network: string | null }, [number]>(
    `SELECT request,
       iif(json_valid(evidence), json_type(evidence, '$.collection') IS 'object', 0) AS seen,
       iif(json_valid(evidence), json_extract(evidence, '$.network.country'), NULL) AS network
     FROM decisions WHERE seq = ?`,
  );
  return (seq) => {
    const { request, seen, network } = query.get(seq)!;
    return searchedBy(parsed<SearchedRequest>(request), seen === 1, network);
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
