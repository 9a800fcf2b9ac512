/** The ways along which filed decisions are looked through, newest first. */
import type { Database, Statement } from "bun:sqlite";
import type { Moment } from "../../velocity.ts";
import { dayMs, hourMs } from "./index-decisions.ts";

/**
 * Rows that are read straight on. Where they do not fill a page, few decisions fit, and the tallies
 * tell which hours have some.
 */
const straightMax = 4000;

/** A row of `filed`. */
export interface Filed extends Moment {
  seq: number;
  kind: number;
}

/** What is asked for, in the terms of the tables. */
export interface Asked {
  project: number;
  /** 32 bits of the project, as `sightings` has it. */
  hash: number;
  kinds: readonly number[];
  from: number;
  scoreFrom: number;
  scoreTo: number;
  /** Whether kinds or scores leave anything out. */
  narrow: boolean;
  /** Each of these groups has to have one of the decision's. */
  groups: readonly (readonly number[])[];
}

/** Along the time, an identity, or a caller's identifier of the call. */
export type Way = { by: "time" } | { by: "identity"; identity: number } | RequestWay;
interface RequestWay {
  by: "request";
  request: number;
}

type Values = Record<string, string | number>;
type RowsBetween = (from: number, before: Moment, limit: number) => Filed[];

/** Where a way's rows are: its table as `w`, and which of it are of the way. */
const places: Record<Way["by"], { table: string; own: string }> = {
  time: { table: "filed AS w", own: "w.project = $project" },
  identity: { table: "sightings AS w", own: "w.project = $hash AND w.identity = $identity" },
  request: {
    table: "requests AS w",
    own: "w.project = $project AND w.day = $day AND w.request = $request",
  },
};
const between = "w.at >= $from AND (w.at, w.tie) < ($at, $tie)";
const newestFirst = "ORDER BY w.at DESC, w.tie DESC";

/** @returns a function that finds the newest rows along a way, before a moment, that fit. */
export function filedWalk(history: Database) {
  const nextHour = hourFinder(history);
  const requestDays = requestDayFinder(history);

  return (asked: Asked, way: Way, until: Moment, limit: number): Filed[] => {
    const rows = rowsOf(history, asked, way.by);
    const own = valuesOf(asked, way);
    const rowsBetween: RowsBetween = (from, before, limit) =>
      rows.all({ ...own, ...fittingValues(asked), from, ...before, limit });
    if (way.by === "request") {
      return overDays(requestDays(asked, way, until), limit, (day, limit) =>
        rows.all({ ...own, ...fittingValues(asked), day, from: asked.from, ...until, limit }),
      );
    }
    const turn = asked.narrow
      ? turnOf(history, way.by).get({ ...own, from: asked.from, ...until })
      : null;
    if (!turn) return rowsBetween(asked.from, until, limit);
    const found = rowsBetween(turn.at, until, limit);
    const rest = limit - found.length;
    if (rest === 0) return found;
    // The turn's own millisecond is done.
    return [...found, ...overHours(nextHour(asked), asked.from, turn.at, rest, rowsBetween)];
  };
}

function overDays(
  days: readonly number[],
  limit: number,
  rowsOf: (day: number, limit: number) => Filed[],
): Filed[] {
  const found: Filed[] = [];
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
): Filed[] {
  const found: Filed[] = [];
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

/** Statements are kept by their text: there are as many as ways and numbers of groups. */
function rowsOf(history: Database, { groups }: Asked, by: Way["by"]): Statement<Filed, [Values]> {
  const { table, own } = places[by];
  const [from, row] = by === "time" ? [table, "w"] : [`${table} CROSS JOIN filed AS f`, "f"];
  const joined = by === "time" ? "" : "AND f.project = $project AND f.at = w.at AND f.tie = w.tie";
  const shared = groups.map(
    (_, i) => `AND EXISTS (SELECT 1 FROM sightings AS s WHERE s.project = $hash
      AND s.identity IN (SELECT value FROM json_each($group${i}))
      AND s.at = w.at AND s.tie = w.tie)`,
  );
  return history.query<Filed, [Values]>(
    `SELECT ${row}.at, ${row}.tie, ${row}.seq, ${row}.kind FROM ${from}
     WHERE ${own} AND ${between} ${joined}
       AND ${row}.kind IN (SELECT value FROM json_each($kinds))
       AND ${row}.score BETWEEN $scoreFrom AND $scoreTo ${shared.join(" ")}
     ${newestFirst} LIMIT $limit`,
  );
}

/** The row behind those that are read straight on. */
function turnOf(history: Database, by: "time" | "identity"): Statement<Moment, [Values]> {
  const { table, own } = places[by];
  return history.query<Moment, [Values]>(
    `SELECT w.at, w.tie FROM ${table} WHERE ${own} AND ${between}
     ${newestFirst} LIMIT 1 OFFSET ${straightMax}`,
  );
}

function valuesOf({ project, hash }: Asked, way: Way): Values {
  if (way.by === "time") return { project };
  if (way.by === "request") return { project, request: way.request };
  return { project, hash, identity: way.identity };
}

function fittingValues({ hash, kinds, scoreFrom, scoreTo, groups }: Asked): Values {
  const lists = groups.map((group, i) => [`group${i}`, JSON.stringify(group)]);
  return {
    ...(lists.length > 0 && { hash }),
    ...Object.fromEntries(lists),
    ...{ kinds: JSON.stringify(kinds), scoreFrom, scoreTo },
  };
}

/** @returns a function that tells the days on which an identifier was used, newest first. */
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
  return ({ project, from }: Asked, { request }: RequestWay, until: Moment): number[] => {
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
 * @returns a function that makes one for a question; that tells the newest hour that begins before
 *   a time and has something that fits. Each kind's own hours are in order: they are merged.
 */
function hourFinder(history: Database) {
  const newest = history.query<{ hour: number }, number[]>(
    `SELECT hour FROM hour_tallies
     WHERE kind = ? AND hour < ? AND hour >= ? AND score BETWEEN ? AND ? AND count > 0
     ORDER BY hour DESC LIMIT 1`,
  );
  return ({ kinds, from, scoreFrom, scoreTo }: Asked) => {
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
