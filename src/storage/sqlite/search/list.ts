/** Lists decisions that match a filter, newest first. */
import type { Database } from "bun:sqlite";
import { requestNumber } from "../../port/request-number.ts";
import type {
  DecisionFilter,
  DecisionKind,
  ListedDecision,
  SearchStore,
} from "../../port/search.ts";
import { isBefore } from "../../port/sighting.ts";
import type { Moment } from "../../port/velocity.ts";
import { projectNumbers } from "../history/project-numbers.ts";
import type { Connection, Operations } from "../operations.ts";
import {
  filteredScan,
  type IndexedDecision,
  type ScanPath,
  type ScanQuery,
} from "./filtered-scan.ts";

/** A group of at most this many identities is scanned along; with more, time is, checking each. */
const scannedIdentitiesMax = 16;
const endOfTime: Moment = { at: Number.MAX_SAFE_INTEGER, tie: Number.MAX_SAFE_INTEGER };

/** What the search thread reads. */
export interface SearchFiles {
  events: Connection;
  history: Connection;
}

export interface IndexedKind extends DecisionKind {
  id: number;
  /** No decision of the kind has a score outside these. */
  scores: readonly [number, number];
}

export const searches = {
  list: ({ events, history }) => {
    const find = decisionFinder(history.database);
    const listed = listedReader(events.database);
    return (projectId, filter, before, limit) => {
      const { found, kindOf } = find(projectId, filter, before, limit);
      return listed(projectId, found, kindOf);
    };
  },

  modelProbabilities: ({ events: { database }, history }) => {
    const find = decisionFinder(history.database);
    const probability = database.query<{ probability: number }, [number, string]>(
      `SELECT coalesce(model_probability, probability) AS probability
       FROM decisions WHERE seq = ? AND project_id = ?`,
    );
    const numberOf = projectNumbers(history.database);
    const amount = history.database.query<{ amount: number | null }, [number, number, number]>(
      "SELECT amount FROM attempts WHERE project = ? AND at = ? AND tie = ?",
    );
    return (projectId, filter, limit) => {
      const { found, kindOf } = find(projectId, filter, null, limit);
      // One that is being erased has no row any more.
      const project = numberOf(projectId) ?? 0;
      const known = found.flatMap(({ seq, at, tie, kind }) => {
        const row = probability.get(seq, projectId);
        return row ? [{ at, kind, ...row, ...amount.get(project, at, tie) }] : [];
      });
      return [...Map.groupBy(known, ({ kind }) => kind)].map(([kind, rows]) => {
        const { id: _, scores: __, ...plain } = kindOf(kind);
        return {
          kind: plain,
          at: Float64Array.from(rows, ({ at }) => at),
          modelProbabilities: Float64Array.from(rows, ({ probability }) => probability),
          amountBits: Int32Array.from(rows, ({ amount }) => amount ?? 0),
        };
      });
    };
  },
} satisfies Operations<SearchStore, SearchFiles>;

interface Found {
  /** Newest first. */
  found: readonly IndexedDecision[];
  kindOf(kind: number): IndexedKind;
}

/** @returns a function that finds the newest decisions that match a filter, before a moment. */
function decisionFinder(history: Database) {
  const numberOf = projectNumbers(history);
  const kindsOf = kindsReader(history);
  const scan = filteredScan(history);
  return (
    projectId: string,
    filter: DecisionFilter,
    before: Moment | null,
    limit: number,
  ): Found => {
    const project = numberOf(projectId);
    const all = project === null ? [] : kindsOf(project);
    const kinds = all.filter((kind) => matches(kind, filter));
    const byId = new Map(kinds.map((kind) => [kind.id, kind]));
    const kindOf = (kind: number) => byId.get(kind)!;
    const groups = (filter.identities ?? []).map((group) => [...new Set(group)]);
    if (project === null || kinds.length === 0 || groups.some((group) => group.length === 0)) {
      return { found: [], kindOf };
    }
    const { scoreFrom = 0, scoreTo = 99, moment } = filter;
    const { paths, rest } = pathsOf(projectId, filter.requestId, groups);
    const query: ScanQuery = {
      project,
      kinds: kinds.map(({ id }) => id),
      from: Math.max(filter.from ?? 0, moment?.at ?? 0),
      scoreFrom,
      scoreTo,
      groups: rest,
      isNarrow: kinds.length < all.length || scoreFrom > 0 || scoreTo < 99,
    };
    const until = endOf(filter, before);
    const found = merged(
      paths.map((path) => scan(query, path, until, limit)),
      limit,
    );
    return { found: moment ? found.filter(({ tie }) => tie === moment.tie) : found, kindOf };
  };
}

/** The first moment that is too late: that of the page before, of the filter, or the end of time. */
function endOf({ to, moment }: DecisionFilter, before: Moment | null): Moment {
  const ends = [before ?? endOfTime];
  if (to !== undefined) ends.push({ at: to, tie: -1 });
  if (moment) ends.push({ at: moment.at, tie: moment.tie + 1 });
  return ends.reduce((a, b) => (isBefore(a, b) ? a : b));
}

export function kindsReader(history: Database): (project: number) => IndexedKind[] {
  const query = history.query<
    Omit<IndexedKind, "seen" | "outcome" | "scores"> &
      Record<"seen" | "scoreFrom" | "scoreTo", number> & { outcome: string },
    [number]
  >(
    `SELECT id, risk_level AS riskLevel, suggested_action AS suggestedAction,
       risk_setting AS riskSetting, source, model_name AS modelName,
       model_version AS modelVersion, seen, outcome,
       score_from AS scoreFrom, score_to AS scoreTo
     FROM kinds WHERE project = ?`,
  );
  return (project) =>
    query.all(project).map(({ seen, outcome, scoreFrom, scoreTo, ...kind }) => ({
      ...kind,
      seen: seen === 1,
      scores: [scoreFrom, scoreTo] as const,
      outcome: outcome === "" ? null : outcome,
    }));
}

const exact = [
  "riskLevel",
  "suggestedAction",
  "riskSetting",
  "source",
  "modelName",
  "modelVersion",
  "seen",
] as const satisfies readonly (keyof DecisionKind)[];

function matches(kind: IndexedKind, filter: DecisionFilter): boolean {
  const [lowest, highest] = kind.scores;
  if (highest < (filter.scoreFrom ?? 0) || lowest > (filter.scoreTo ?? 99)) return false;
  if (filter.outcomes && !filter.outcomes.includes(kind.outcome)) return false;
  return exact.every((name) => filter[name] === undefined || filter[name] === kind[name]);
}

/** What to scan along, and the groups of identities that are left to be checked for each row. */
function pathsOf(
  projectId: string,
  requestId: string | undefined,
  groups: number[][],
): { paths: ScanPath[]; rest: number[][] } {
  if (requestId !== undefined) {
    const request = requestNumber(projectId, requestId);
    return { paths: [{ by: "request", request }], rest: groups };
  }
  const [first, ...rest] = groups;
  if (!first || first.length > scannedIdentitiesMax) {
    return { paths: [{ by: "time" }], rest: groups };
  }
  return { paths: first.map((identity) => ({ by: "identity", identity })), rest };
}

/** Newest first, each once. */
function merged(lists: readonly IndexedDecision[][], limit: number): IndexedDecision[] {
  if (lists.length === 1) return lists[0]!;
  const bySeq = new Map(lists.flat().map((row) => [row.seq, row]));
  return [...bySeq.values()].sort((a, b) => b.at - a.at || b.tie - a.tie).slice(0, limit);
}

type ListedRow = Omit<ListedDecision, "outcome" | "seen" | "tie">;

/** @returns a function that reads the decisions of indexed rows, in their order. */
export function listedReader(events: Database) {
  const query = events.query<ListedRow, [number, string]>(
    `SELECT project_id AS projectId, id, decided_at AS at, source, request_id AS requestId, key_id AS keyId,
       collection_id AS collectionId, risk_score AS riskScore, risk_level AS riskLevel,
       suggested_action AS suggestedAction, risk_setting AS riskSetting, probability,
       model_name AS modelName, model_version AS modelVersion, model_sha256 AS modelSha256, request
     FROM decisions WHERE seq = ? AND project_id = ?`,
  );
  return (
    projectId: string,
    found: readonly IndexedDecision[],
    kindOf: (kind: number) => Pick<DecisionKind, "seen" | "outcome">,
  ): ListedDecision[] =>
    found.flatMap(({ seq, tie, kind }) => {
      const row = query.get(seq, projectId);
      const { seen, outcome } = kindOf(kind);
      return row ? [{ ...row, tie, seen, outcome }] : [];
    });
}
