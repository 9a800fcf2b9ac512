/** The logs that velocity is indexed from: decisions and outcomes, in the order of their `seq`. */
import type { Database } from "bun:sqlite";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { NewDecision, SearchedBy } from "../../port/decisions.ts";
import { withdrawn } from "../../port/outcomes.ts";
import { noTraits, sightingOf, type Traits } from "../../port/sighting.ts";
import { dayOf, type Identities, type Moment, type Sighting } from "../../port/velocity.ts";
import { decisions, outcomes } from "./schema.ts";

/** An attempt, as its decision's row has it. */
export interface LoggedAttempt {
  seq: number;
  projectId: string;
  identities: Identities;
  sighting: Sighting;
}

/** A reported outcome, with the identities of its attempt. */
export interface LoggedReport extends Moment {
  seq: number;
  projectId: string;
  identities: Identities;
  /** Null where it withdraws the ones before. */
  fraud: boolean | null;
  reportedAt: number;
  /** When the reports that this one replaces were made; usually there are none. */
  insteadOf: number[];
  /** The attempt's hotel, also where the attempt is blanked; null: unknown. */
  hotel: number | null;
  /** By how much it changes the number of reported frauds, and after how many days: see `reportedChange`. */
  change: ReportedChange;
}

/** 1: the attempt counts as fraud from now on; -1: not any more; 0: as before. */
export interface ReportedChange {
  frauds: -1 | 0 | 1;
  /** Days between the attempt and the report of the fraud, times `frauds`. */
  delayDays: number;
}

/** @param before the report that counted until this one. @param at of the attempt. Times are Unix ms. */
function reportedChange(
  at: number,
  report: Pick<LoggedReport, "fraud" | "reportedAt">,
  before: Pick<LoggedReport, "fraud" | "reportedAt"> | null,
): ReportedChange {
  const [was, is] = [before?.fraud === true, report.fraud === true];
  if (was === is) return { frauds: 0, delayDays: 0 };
  const { reportedAt } = is ? report : before!;
  const days = Math.max(0, dayOf(reportedAt) - dayOf(at));
  return is ? { frauds: 1, delayDays: days } : { frauds: -1, delayDays: -days };
}

/** The decision's column `identities`, as JSON. */
export interface StoredIdentities {
  tie: number;
  identities: Identities;
  /** Absent from decisions of older versions, or without a browser profile ("look") or surname. */
  stay?: Partial<Traits>;
  /** Absent from decisions of older versions. */
  phoneCountry?: string;
  /**
   * Absent from decisions of older versions. Indexing a decision from here takes 5 µs less than from
   * its request and its evidence, for 5 % more in its row.
   */
  searchedBy?: SearchedBy;
  /** Only where the decision is blanked: its hotel, by which it is counted and no longer found. */
  countedHotel?: number;
}

/** The identities of an attempt as its decision's row stores them. */
export function identitiesToJson({
  identities,
  sighting,
  phoneCountry,
  searchedBy,
}: Pick<NewDecision, "identities" | "sighting" | "phoneCountry" | "searchedBy">): string {
  const { tie, checkIn, checkOut, linked, amount } = sighting;
  const { city, look, surname } = linked;
  const stay: Traits = { city, look, surname, checkIn, checkOut };
  if (amount !== null) stay.amount = amount;
  const stored: StoredIdentities = { tie, identities, stay };
  if (phoneCountry) stored.phoneCountry = phoneCountry;
  if (searchedBy) stored.searchedBy = searchedBy;
  return JSON.stringify(stored);
}

/** An attempt as it is stored. */
export interface StoredAttempt {
  seq: number;
  projectId: string;
  at: number;
  riskScore: number;
  stored: StoredIdentities;
}

/**
 * @returns a function that reads the attempts after a `seq`. Without the query builder, which took
 *   2 of 3.4 µs an attempt.
 */
export function attemptsReader(events: Database): (after: number, max: number) => LoggedAttempt[] {
  const query = events.prepare<Omit<StoredAttempt, "stored"> & { json: string }, [number, number]>(
    "SELECT seq, project_id AS projectId, decided_at AS at, risk_score AS riskScore, " +
      "identities AS json FROM decisions WHERE seq > ? ORDER BY seq LIMIT ?",
  );
  return (after, max) =>
    query.all(after, max).map(({ json, ...row }) => {
      return loggedAttempt({ ...row, stored: JSON.parse(json) as StoredIdentities });
    });
}

function loggedAttempt({ seq, projectId, at, riskScore, stored }: StoredAttempt): LoggedAttempt {
  const { tie, identities, stay } = stored;
  const traits = stay ? { ...noTraits, ...stay } : noTraits;
  const sighting = sightingOf(identities, traits, { at, tie });
  sighting.score = riskScore;
  return { seq, projectId, identities, sighting };
}

/** @returns a function that reads the outcomes after a `seq`. */
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
      before: sql<string | null>`(
        SELECT json_array(earlier.outcome, earlier.reported_at) FROM outcomes AS earlier
        WHERE earlier.project_id = ${outcomes.projectId}
          AND earlier.decision_id = ${outcomes.decisionId} AND earlier.seq < ${outcomes.seq}
        ORDER BY earlier.seq DESC LIMIT 1)`,
      at: decisions.decidedAt,
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
  return (after, max) =>
    query.all({ after, max }).map(({ outcome, stored, before, ...report }) => {
      const read = JSON.parse(stored) as StoredIdentities;
      const { tie, identities } = read;
      const insteadOf = counting(JSON.parse(report.insteadOf) as number[], report.reportedAt);
      const fraud = isFraud(outcome);
      const [was, wasAt] = JSON.parse(before ?? "[]") as [string?, number?];
      const replaced = was === undefined ? null : { fraud: isFraud(was), reportedAt: wasAt! };
      const change = reportedChange(report.at, { fraud, reportedAt: report.reportedAt }, replaced);
      return { ...report, insteadOf, tie, identities, fraud, hotel: hotelOf(read), change };
    });
}

/** Null where it withdraws what was reported before. */
const isFraud = (outcome: string) => (outcome === withdrawn ? null : outcome !== "legitimate");

/** By which the attempt is counted, also where it is blanked. */
export const hotelOf = ({ identities, countedHotel }: StoredIdentities): number | null =>
  identities.hotel ?? countedHotel ?? null;

/** The earlier reports of a decision that still count when this one is made. */
function counting(earlier: number[], reportedAt: number): number[] {
  const isInOrder = [...earlier, reportedAt].every((at, i) => i === 0 || at >= earlier[i - 1]!);
  return isInOrder ? earlier.slice(-1) : earlier;
}
