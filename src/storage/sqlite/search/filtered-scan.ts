/** Scans indexed decisions that match a filter, newest first. */
import type { Database, Statement } from "bun:sqlite";
import { dayMs, hourMs } from "../../../base/durations.ts";
import type { Moment } from "../../port/velocity.ts";

/**
 * Rows that are read one after another. If they do not fill a page, few decisions match, and the
 * tallies tell which hours to skip.
 */
const consecutiveMax = 4000;

/** A row of `filed`. */
export interface IndexedDecision extends Moment {
  seq: number;
  kind: number;
}

/** A filter in the terms of the tables. */
export interface ScanQuery {
  project: number;
  kinds: readonly number[];
  from: number;
  scoreFrom: number;
  scoreTo: number;
  /** Whether kinds or scores exclude anything. */
  isNarrow: boolean;
  /** The decision has an identity of each of these groups. */
  groups: readonly (readonly number[])[];
}

/** What is scanned along: time, an identity, or the caller's ID of a request. */
export type ScanPath = { by: "time" } | { by: "identity"; identity: number } | RequestPath;
interface RequestPath {
  by: "request";
  request: number;
}

type Values = Record<string, string | number>;
type RowsBetween = (from: number, before: Moment, limit: number) => IndexedDecision[];

/** A path's table, as `w`, and which of its rows belong to the path. */
const places: Record<ScanPath["by"], { table: string; own: string }> = {
  time: { table: "filed AS w", own: "w.project = $project" },
  identity: { table: "sightings AS w", own: "w.project = $project AND w.identity = $identity" },
  request: {
    table: "requests AS w",
    own: "w.project = $project AND w.day = $day AND w.request = $request",
  },
};
const between = "w.at >= $from AND (w.at, w.tie) < ($at, $tie)";
const newestFirst = "ORDER BY w.at DESC, w.tie DESC";

/** @returns a function that finds the newest matching rows along a path, before a moment. */
export function filteredScan(history: Database) {
  const nextHour = hourFinder(history);
  const requestDays = requestDayFinder(history);

  return (query: ScanQuery, path: ScanPath, until: Moment, limit: number): IndexedDecision[] => {
    const rows = rowsOf(history, query, path.by);
    const own = valuesOf(query, path);
    const rowsBetween: RowsBetween = (from, before, limit) =>
      rows.all({ ...own, ...filterValues(query), from, ...before, limit });
    if (path.by === "request") {
      return overDays(requestDays(query, path, until), limit, (day, limit) =>
        rows.all({ ...own, ...filterValues(query), day, from: query.from, ...until, limit }),
      );
    }
    const turn = query.isNarrow
      ? turnOf(history, path.by).get({ ...own, from: query.from, ...until })
      : null;
    if (!turn) return rowsBetween(query.from, until, limit);
    const found = rowsBetween(turn.at, until, limit);
    const rest = limit - found.length;
    if (rest === 0) return found;
    // The millisecond of the turn itself has been read.
    return [...found, ...overHours(nextHour(query), query.from, turn.at, rest, rowsBetween)];
  };
}

function overDays(
  days: readonly number[],
  limit: number,
  rowsOf: (day: number, limit: number) => IndexedDecision[],
): IndexedDecision[] {
  const found: IndexedDecision[] = [];
  for (const day of days) {
    if (found.length === limit) break;
    found.push(...rowsOf(day, limit - found.length));
  }
  return found;
}

function overHours(
  nextHour: (below: number) => number | null,
  from: number,
  before: number,
  limit: number,
  rowsBetween: RowsBetween,
): IndexedDecision[] {
  const found: IndexedDecision[] = [];
  let end = before;
  for (let hour = nextHour(end); hour !== null; hour = nextHour(end)) {
    end = Math.min(end, (hour + 1) * hourMs);
    const start = Math.max(from, hour * hourMs);
    found.push(...rowsBetween(start, { at: end, tie: -1 }, limit - found.length));
    if (found.length === limit) break;
    end = hour * hourMs;
  }
  return found;
}

/** Statements are cached by their text: one for each kind of path and number of groups. */
function rowsOf(
  history: Database,
  { groups }: ScanQuery,
  by: ScanPath["by"],
): Statement<IndexedDecision, [Values]> {
  const { table, own } = places[by];
  const [from, row] = by === "time" ? [table, "w"] : [`${table} CROSS JOIN filed AS f`, "f"];
  const joined = by === "time" ? "" : "AND f.project = $project AND f.at = w.at AND f.tie = w.tie";
  const shared = groups.map(
    (_, i) => `AND EXISTS (SELECT 1 FROM sightings AS s WHERE s.project = $project
      AND s.identity IN (SELECT value FROM json_each($group${i}))
      AND s.at = w.at AND s.tie = w.tie)`,
  );
  return history.query<IndexedDecision, [Values]>(
    `SELECT ${row}.at, ${row}.tie, ${row}.seq, ${row}.kind FROM ${from}
     WHERE ${own} AND ${between} ${joined}
       AND ${row}.kind IN (SELECT value FROM json_each($kinds))
       AND ${row}.score BETWEEN $scoreFrom AND $scoreTo ${shared.join(" ")}
     ${newestFirst} LIMIT $limit`,
  );
}

/** The row after those that are read one after another. */
function turnOf(history: Database, by: "time" | "identity"): Statement<Moment, [Values]> {
  const { table, own } = places[by];
  return history.query<Moment, [Values]>(
    `SELECT w.at, w.tie FROM ${table} WHERE ${own} AND ${between}
     ${newestFirst} LIMIT 1 OFFSET ${consecutiveMax}`,
  );
}

function valuesOf({ project }: ScanQuery, path: ScanPath): Values {
  if (path.by === "time") return { project };
  if (path.by === "request") return { project, request: path.request };
  return { project, identity: path.identity };
}

function filterValues({ kinds, scoreFrom, scoreTo, groups }: ScanQuery): Values {
  const lists = groups.map((group, i) => [`group${i}`, JSON.stringify(group)]);
  return {
    ...Object.fromEntries(lists),
    kinds: JSON.stringify(kinds),
    scoreFrom,
    scoreTo,
  };
}

/** @returns a function that finds the days on which a request ID was used, newest first. */
function requestDayFinder(history: Database) {
  const end = (order: string) =>
    history.query<{ day: number }, [number]>(
      `SELECT day FROM requests WHERE project = ? ORDER BY day ${order} LIMIT 1`,
    );
  const [oldest, newest] = [end("ASC"), end("DESC")];
  const days = history.query<{ day: number }, [Values]>(
    `WITH RECURSIVE days (day) AS
       (SELECT $last UNION ALL SELECT day - 1 FROM days WHERE day > $first)
     SELECT day FROM days WHERE EXISTS (SELECT 1 FROM requests
       WHERE project = $project AND requests.day = days.day AND request = $request)`,
  );
  return ({ project, from }: ScanQuery, { request }: RequestPath, until: Moment): number[] => {
    const [first, last] = [oldest.get(project)?.day, newest.get(project)?.day];
    if (first === undefined || last === undefined) return [];
    const range = {
      first: Math.max(first, Math.floor(from / dayMs)),
      last: Math.min(last, Math.floor(until.at / dayMs)),
    };
    if (range.first > range.last) return [];
    return days.all({ project, request, ...range }).map(({ day }) => day);
  };
}

/**
 * @returns for a query, a function that finds the newest hour that begins before a time and has a
 *   matching decision. It merges the hours of each kind, which are in order.
 */
function hourFinder(history: Database) {
  const newest = history.query<{ hour: number }, number[]>(
    `SELECT hour FROM hour_tallies
     WHERE kind = ? AND hour < ? AND hour >= ? AND score BETWEEN ? AND ? AND count > 0
     ORDER BY hour DESC LIMIT 1`,
  );
  return ({ kinds, from, scoreFrom, scoreTo }: ScanQuery) => {
    const next = new Map<number, number | null>();
    const since = Math.floor(from / hourMs);
    return (before: number): number | null => {
      const below = Math.ceil(before / hourMs);
      let hour: number | null = null;
      for (const kind of kinds) {
        let one = next.get(kind);
        if (one === undefined || (one !== null && one >= below)) {
          one = newest.get(kind, below, since, scoreFrom, scoreTo)?.hour ?? null;
          next.set(kind, one);
        }
        if (one !== null && (hour === null || one > hour)) hour = one;
      }
      return hour;
    };
  };
}
