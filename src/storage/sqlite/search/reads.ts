/** Decisions for people to look up: lists by what they have in common, newest first. */
import type { Database } from "bun:sqlite";
import type { DecisionFilter, DecisionKind, ListedDecision } from "../../search.ts";
import type { Moment } from "../../velocity.ts";
import { projectNumber } from "../history/project-number.ts";
import { type Asked, type Filed, filedWalk, type Way } from "./filtered-scan.ts";
import { requestNumber } from "./request-number.ts";

/** A group of so many identities is walked along; with more, the time is, and each is checked. */
const walkedMax = 16;
/** After the last moment there is. */
const end: Moment = { at: Number.MAX_SAFE_INTEGER, tie: Number.MAX_SAFE_INTEGER };

export interface FiledKind extends DecisionKind {
  id: number;
  /** No decision of the kind has a score outside these. */
  scores: readonly [number, number];
}

export function lookUpReads(events: Database, history: Database) {
  const project = projectReader(history);
  const kindsOf = kindsReader(history);
  const walk = filedWalk(history);
  const listed = listedReader(events);

  return {
    list(
      projectId: string,
      filter: DecisionFilter,
      before: Moment | null,
      limit: number,
    ): ListedDecision[] {
      const number = project(projectId);
      if (number === null) return [];
      const all = kindsOf(number);
      const kinds = all.filter((kind) => fits(kind, filter));
      const given = (filter.identities ?? []).map((group) => [...new Set(group)]);
      if (kinds.length === 0 || given.some((group) => group.length === 0)) return [];
      const { moment, to, scoreFrom = 0, scoreTo = 99 } = filter;
      const until = [
        before ?? end,
        to === undefined ? end : { at: to, tie: -1 },
        moment ? { at: moment.at, tie: moment.tie + 1 } : end,
      ].reduce((a, b) => earlier(a, b));
      const { ways, groups } = waysOf(projectId, filter.requestId, given);
      const asked: Asked = {
        project: number,
        hash: projectNumber(projectId),
        kinds: kinds.map(({ id }) => id),
        from: Math.max(filter.from ?? 0, moment?.at ?? 0),
        ...{ scoreFrom, scoreTo, groups },
        narrow: kinds.length < all.length || scoreFrom > 0 || scoreTo < 99,
      };
      const found = merged(
        ways.map((way) => walk(asked, way, until, limit)),
        limit,
      );
      const exact = moment ? found.filter(({ tie }) => tie === moment.tie) : found;
      const byId = new Map(kinds.map((kind) => [kind.id, kind]));
      return listed(projectId, exact, (kind) => byId.get(kind)!);
    },
  };
}

export type LookUpReads = ReturnType<typeof lookUpReads>;

/** @returns a project's number among the filed; null where nothing of it is. */
export function projectReader(history: Database): (projectId: string) => number | null {
  const query = history.query<{ number: number }, [string]>(
    "SELECT number FROM filed_projects WHERE project_id = ?",
  );
  return (projectId) => query.get(projectId)?.number ?? null;
}

export function kindsReader(history: Database): (project: number) => FiledKind[] {
  const query = history.query<
    Omit<FiledKind, "seen" | "outcome" | "scores"> &
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

function fits(kind: FiledKind, filter: DecisionFilter): boolean {
  const [lowest, highest] = kind.scores;
  if (highest < (filter.scoreFrom ?? 0) || lowest > (filter.scoreTo ?? 99)) return false;
  if (filter.outcomes && !filter.outcomes.includes(kind.outcome)) return false;
  return exact.every((name) => filter[name] === undefined || filter[name] === kind[name]);
}

/** The shortest ways, and the groups that are left to be checked. */
function waysOf(
  projectId: string,
  requestId: string | undefined,
  given: number[][],
): { ways: Way[]; groups: number[][] } {
  if (requestId !== undefined) {
    return {
      ways: [{ by: "request", request: requestNumber(projectId, requestId) }],
      groups: given,
    };
  }
  const [first, ...groups] = given;
  if (!first || first.length > walkedMax) return { ways: [{ by: "time" }], groups: given };
  return { ways: first.map((identity) => ({ by: "identity", identity })), groups };
}

function earlier(a: Moment, b: Moment): Moment {
  return a.at < b.at || (a.at === b.at && a.tie < b.tie) ? a : b;
}

/** Newest first, each once. */
function merged(lists: readonly Filed[][], limit: number): Filed[] {
  if (lists.length === 1) return lists[0]!;
  const bySeq = new Map(lists.flat().map((row) => [row.seq, row]));
  return [...bySeq.values()].sort((a, b) => b.at - a.at || b.tie - a.tie).slice(0, limit);
}

type ListedRow = Omit<ListedDecision, "outcome" | "seen" | "tie">;

/** @returns a function that reads the decisions of filed rows, in their order. */
export function listedReader(events: Database) {
  const query = events.query<ListedRow, [number, string]>(
    `SELECT project_id AS projectId, id, decided_at AS at, source, request_id AS requestId,
       collection_id AS collectionId, risk_score AS riskScore, risk_level AS riskLevel,
       suggested_action AS suggestedAction, risk_setting AS riskSetting, probability,
       model_name AS modelName, model_version AS modelVersion, model_sha256 AS modelSha256, request
     FROM decisions WHERE seq = ? AND project_id = ?`,
  );
  return (
    projectId: string,
    found: readonly Filed[],
    kindOf: (kind: number) => Pick<DecisionKind, "seen" | "outcome">,
  ): ListedDecision[] =>
    found.flatMap(({ seq, tie, kind }) => {
      const row = query.get(seq, projectId);
      const { seen, outcome } = kindOf(kind);
      return row ? [{ ...row, tie, seen, outcome }] : [];
    });
}
