/** What the look-up's tables are made from: decisions and reports in the order of their `seq`. */
import type { Database } from "bun:sqlite";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { DecisionSource } from "../../decisions.ts";
import type { DecisionKind } from "../../search.ts";
import type { Identities } from "../../velocity.ts";
import type { StoredIdentities } from "./attempt-log.ts";
import { decisions, outcomes } from "./schema.ts";

/** A decision as far as it is filed. */
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

/** A report, and where its decision is filed. */
export interface LoggedOutcome {
  seq: number;
  decisionSeq: number;
  projectId: string;
  at: number;
  tie: number;
  outcome: string;
}

/** What is read of the request. */
interface ReadRequest {
  hotel?: { name?: string; country?: string; referenceId?: string; giataId?: string };
  billing?: { country?: string };
}

/** @returns a function that reads the decisions after one. */
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
      // The evidence is long; to read it here and parse it would take as long as all the rest.
      seen: sql<number>`json_valid(${decisions.evidence})
        AND json_type(${decisions.evidence}, '$.collection') IS 'object'`,
      network: sql<string | null>`iif(json_valid(${decisions.evidence}),
        json_extract(${decisions.evidence}, '$.network.country'), NULL)`,
      kept: decisions.identities,
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
  kept: string;
  seen: number;
  network: string | null;
}

function loggedDecision(row: Row): LoggedDecision {
  const { seq, projectId, at, requestId, riskScore } = row;
  const { riskLevel, suggestedAction, riskSetting, source, modelName, modelVersion } = row;
  const { tie, identities, phoneCountry } = JSON.parse(row.kept) as StoredIdentities;
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

/** One row that was spoilt by hand must not end the filing of all others. */
function parsed<Read extends object>(json: string): Partial<Read> {
  try {
    return Object(JSON.parse(json)) as Partial<Read>;
  } catch {
    return {};
  }
}

/** Few are read in vain while decisions are filed that were made long before. */
const outcomesAtOnce = 100;

/** @returns a function that reads the reports after one, of decisions up to one. */
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
      kept: decisions.identities,
    })
    .from(outcomes)
    .crossJoin(decisions) // In this order: each outcome's decision is one look-up.
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
      for (const { kept, ...report } of rows) {
        // A decision is filed before what is reported of it; the rest waits.
        if (report.decisionSeq > decisionsTo) return found;
        found.push({ ...report, tie: (JSON.parse(kept) as StoredIdentities).tie });
      }
      if (rows.length < outcomesAtOnce) break;
    }
    return found;
  };
}
