/** Counts past outcomes of the same identities, from the file and from memory. */
import type { Database } from "bun:sqlite";
import { and, asc, desc, eq, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import {
  type Identities,
  type OutcomeCount,
  type OutcomeCounts,
  type ReportedKind,
  reportedKinds,
  velocityLimits,
} from "../../port/velocity.ts";
import type { LoggedReport } from "../events/attempt-log.ts";
import { projectNumbers } from "./project-numbers.ts";
import type { RecentEntries } from "./recent.ts";
import { firstReports, reports } from "./schema.ts";

const { outcomesPerIdentity } = velocityLimits;
/** If all identities together have more rows than this, each is queried alone, newest first. */
const togetherMax = outcomesPerIdentity * 2;
/** From this many reports on, it pays to cache an identity's count. */
const cachedFrom = 16;
/** Counts that are cached; with more, the cache starts over. */
const cachedMax = 10_000;

/** One report as it counts for an identity. */
interface Report {
  reportedAt: number;
  at: number;
  tie: number;
  fraud: boolean;
  /** When it was replaced or withdrawn, which may be after the time asked for; null: it still counts. */
  until: number | null;
}

/** A count, and from when to when, both included, it is valid; Unix ms. */
interface CachedCount {
  count: OutcomeCount;
  from: number;
  to: number;
}

/** Column values: identity, reportedAt, at, tie, fraud, until. */
type Row = [number, number, number, number, number, number | null];
const columns = {
  identity: reports.identity,
  reportedAt: reports.reportedAt,
  at: reports.at,
  tie: reports.tie,
  fraud: reports.fraud,
  until: reports.until,
};

export class ReportReads {
  readonly #number: (projectId: string) => number | null;
  readonly #first: (project: number) => number | null;
  readonly #ofAll: (asked: Record<string, number>) => Row[];
  readonly #alone: (asked: Record<string, number>) => Row[];
  readonly #next: (asked: Record<string, number>) => number | null;
  /** When a project's first outcome was reported; null: never. */
  readonly #firstReports = new Map<string, number | null>();
  readonly #cached = new Map<string, CachedCount>();

  constructor(history: Database) {
    this.#number = projectNumbers(history);
    const db = drizzle(history);
    const before = and(
      eq(reports.project, sql.placeholder("project")),
      lt(reports.reportedAt, sql.placeholder("at")),
      or(isNull(reports.until), gte(reports.until, sql.placeholder("at"))),
    );
    const one = eq(reports.identity, sql.placeholder("identity"));
    const places = reportedKinds.map((kind) => sql.placeholder(kind));
    const ofAll = db
      .select(columns)
      .from(reports)
      .where(and(before, inArray(reports.identity, places)))
      .limit(togetherMax + 1)
      .prepare();
    const alone = db
      .select(columns)
      .from(reports)
      .where(and(before, one))
      .orderBy(desc(reports.reportedAt), desc(reports.at), desc(reports.tie))
      .limit(togetherMax)
      .prepare();
    const next = db
      .select({ reportedAt: reports.reportedAt })
      .from(reports)
      .where(
        and(
          eq(reports.project, sql.placeholder("project")),
          one,
          gte(reports.reportedAt, sql.placeholder("at")),
        ),
      )
      .orderBy(asc(reports.reportedAt))
      .limit(1)
      .prepare();
    const first = db
      .select({ reportedAt: firstReports.reportedAt })
      .from(firstReports)
      .where(eq(firstReports.project, sql.placeholder("project")))
      .prepare();
    this.#ofAll = (asked) => ofAll.values(asked) as Row[];
    this.#alone = (asked) => alone.values(asked) as Row[];
    this.#next = (asked) => next.get(asked)?.reportedAt ?? null;
    this.#first = (project) => first.get({ project })?.reportedAt ?? null;
  }

  /** Called for each report that reaches the log, whichever process wrote it. */
  logged({ projectId, identities, reportedAt }: LoggedReport): void {
    const first = this.#firstReports.get(projectId);
    if (first !== undefined)
      this.#firstReports.set(projectId, Math.min(first ?? reportedAt, reportedAt));
    for (const identity of Object.values(identities))
      this.#cached.delete(nameOf(projectId, identity));
  }

  /** What had been reported before `at`; null if the project had not reported anything by then. */
  counts(
    log: RecentEntries<LoggedReport>,
    projectId: string,
    identities: Identities,
    at: number,
  ): OutcomeCounts | null {
    const first = this.#firstReport(log, projectId);
    if (first === null || first >= at) return null;
    const found: Partial<Record<ReportedKind, OutcomeCount>> = {};
    const rest: Partial<Record<ReportedKind, number>> = {};
    for (const kind of reportedKinds) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      const known = this.#cached.get(nameOf(projectId, identity));
      if (known && known.from <= at && at <= known.to) found[kind] = known.count;
      else rest[kind] = identity;
    }
    const indexed = this.#onFile(projectId, rest, at);
    for (const [kind, identity] of Object.entries(rest) as [ReportedKind, number][]) {
      const recently = log.of(projectId, identity);
      const all = together(indexed.get(identity) ?? [], recently, at);
      if (all.length === 0) continue;
      found[kind] = countOf(all);
      if (all.length < cachedFrom) continue;
      const to = this.#validTo(projectId, identity, { at, counted: all, recently });
      this.#cache(projectId, identity, { count: found[kind], from: at, to });
    }
    return found;
  }

  #firstReport(log: RecentEntries<LoggedReport>, projectId: string): number | null {
    let first = this.#firstReports.get(projectId);
    if (first === undefined) {
      const number = this.#number(projectId);
      first = number === null ? null : this.#first(number);
      for (const { reportedAt } of log.ofProject(projectId)) {
        first = Math.min(first ?? reportedAt, reportedAt);
      }
      this.#firstReports.set(projectId, first);
    }
    return first;
  }

  #onFile(projectId: string, identities: Identities, at: number): Map<number, Report[]> {
    const found = new Map<number, Report[]>();
    const all = Object.values(identities);
    const project = this.#number(projectId);
    if (all.length === 0 || project === null) return found;
    const bounds = { project, at };
    // -1 stands for an absent identity: no row has it.
    const asked = Object.fromEntries(reportedKinds.map((kind) => [kind, identities[kind] ?? -1]));
    let rows = this.#ofAll({ ...bounds, ...asked });
    if (rows.length > togetherMax) {
      rows = all.flatMap((identity) => this.#alone({ ...bounds, identity }));
    }
    for (const [identity, reportedAt, at, tie, fraud, until] of rows) {
      const report = { reportedAt, at, tie, fraud: fraud === 1, until };
      const seen = found.get(identity);
      if (seen) seen.push(report);
      else found.set(identity, [report]);
    }
    return found;
  }

  /** Until when a count is valid: another report begins to count, or one of them ends. */
  #validTo(
    projectId: string,
    identity: number,
    {
      at,
      counted,
      recently,
    }: { at: number; counted: readonly Report[]; recently: readonly LoggedReport[] },
  ): number {
    const project = this.#number(projectId);
    const next = project === null ? null : this.#next({ project, identity, at });
    let to = next ?? Number.MAX_VALUE;
    for (const { until } of counted) to = Math.min(to, until ?? to);
    for (const { reportedAt } of recently) if (reportedAt >= at) to = Math.min(to, reportedAt);
    return to;
  }

  #cache(projectId: string, identity: number, count: CachedCount): void {
    if (this.#cached.size >= cachedMax) this.#cached.clear();
    this.#cached.set(nameOf(projectId, identity), count);
  }
}

const nameOf = (projectId: string, identity: number) => `${projectId}:${identity}`;

/** The newest report of each attempt before `at`, newest first. */
function together(indexed: readonly Report[], recently: readonly LoggedReport[], at: number) {
  const known = recently.filter(({ reportedAt }) => reportedAt < at);
  if (known.length === 0) return newestFirst([...indexed]);
  const byAttempt = new Map(indexed.map((report) => [`${report.at}:${report.tie}`, report]));
  // In the order of the log, so that the last one wins.
  for (const { at, tie, fraud, reportedAt } of known) {
    if (fraud === null) byAttempt.delete(`${at}:${tie}`);
    else byAttempt.set(`${at}:${tie}`, { at, tie, fraud, reportedAt, until: null });
  }
  return newestFirst([...byAttempt.values()]);
}

function newestFirst(all: Report[]): Report[] {
  const sorted = all.sort((a, b) => b.reportedAt - a.reportedAt || b.at - a.at || b.tie - a.tie);
  return sorted.slice(0, outcomesPerIdentity);
}

function countOf(all: readonly Report[]): OutcomeCount {
  const frauds = all.filter(({ fraud }) => fraud);
  return {
    fraud: frauds.length,
    legitimate: all.length - frauds.length,
    lastFraudAt: frauds[0]?.reportedAt ?? null,
    lastLegitimateAt: all.find(({ fraud }) => !fraud)?.reportedAt ?? null,
  };
}
