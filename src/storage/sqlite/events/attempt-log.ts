/** The two logs that `history.db` follows: decisions and outcomes, in the order of their `seq`. */
import type { Database } from "bun:sqlite";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { NewDecision } from "../../decisions.ts";
import { noTraits, sightingOf, type Traits } from "../../sighting.ts";
import type { Identities, Moment, Sighting } from "../../velocity.ts";
import { decisions, outcomes } from "./schema.ts";

/** What a decision row says of the attempt's identities. */
export interface LoggedAttempt {
  seq: number;
  projectId: string;
  identities: Identities;
  sighting: Sighting;
}

/** A reported outcome, and whom it is about. */
export interface LoggedReport extends Moment {
  seq: number;
  projectId: string;
  identities: Identities;
  fraud: boolean;
  reportedAt: number;
  /** When the reports were made that this one takes the place of; mostly there is none. */
  insteadOf: number[];
}

/** The decision's column `identities`, as JSON. */
export interface StoredIdentities {
  tie: number;
  identities: Identities;
  /** Older decisions have none, or one without a look. */
  stay?: Partial<Traits>;
  /** Older decisions have none. */
  phoneCountry?: string;
}

/** The identities of an attempt as the decision's row keeps them. */
export function identitiesToJson({
  identities,
  sighting,
  phoneCountry,
}: Pick<NewDecision, "identities" | "sighting" | "phoneCountry">): string {
  const { tie, checkIn, checkOut, linked } = sighting;
  const stay: Traits = { city: linked.city, look: linked.look, checkIn, checkOut };
  const kept: StoredIdentities = { tie, identities, stay };
  if (phoneCountry) kept.phoneCountry = phoneCountry;
  return JSON.stringify(kept);
}

/** @returns a function that reads the decisions after one. */
export function attemptsReader(events: Database): (after: number, max: number) => LoggedAttempt[] {
  const query = drizzle(events)
    .select({
      seq: decisions.seq,
      projectId: decisions.projectId,
      at: decisions.decidedAt,
      kept: decisions.identities,
    })
    .from(decisions)
    .where(gt(decisions.seq, sql.placeholder("after")))
    .orderBy(asc(decisions.seq))
    .limit(sql.placeholder("max"))
    .prepare();
  return (after, max) =>
    query.all({ after, max }).map(({ seq, projectId, at, kept }) => {
      const { tie, identities, stay } = JSON.parse(kept) as StoredIdentities;
      const traits = { ...noTraits, ...stay };
      return { seq, projectId, identities, sighting: sightingOf(identities, traits, { at, tie }) };
    });
}

/** @returns a function that reads the outcomes after one. */
export function reportsReader(events: Database): (after: number, max: number) => LoggedReport[] {
  const query = drizzle(events)
    .select({
      seq: outcomes.seq,
      projectId: outcomes.projectId,
      outcome: outcomes.outcome,
      reportedAt: outcomes.reportedAt,
      insteadOf: sql<string>`(
        SELECT json_group_array(reported_at) FROM (
          SELECT earlier.reported_at FROM outcomes AS earlier
          WHERE earlier.project_id = ${outcomes.projectId}
            AND earlier.decision_id = ${outcomes.decisionId} AND earlier.seq < ${outcomes.seq}
          ORDER BY earlier.seq))`,
      at: decisions.decidedAt,
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
  return (after, max) =>
    query.all({ after, max }).map(({ outcome, kept, ...report }) => {
      const { tie, identities } = JSON.parse(kept) as StoredIdentities;
      const insteadOf = counting(JSON.parse(report.insteadOf) as number[], report.reportedAt);
      return { ...report, insteadOf, tie, identities, fraud: outcome !== "legitimate" };
    });
}

/** Of the earlier reports of a decision those that still count at this one's time. */
function counting(earlier: number[], reportedAt: number): number[] {
  const isInOrder = [...earlier, reportedAt].every((at, i) => i === 0 || at >= earlier[i - 1]!);
  return isInOrder ? earlier.slice(-1) : earlier;
}
