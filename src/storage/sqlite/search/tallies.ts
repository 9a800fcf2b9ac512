/** Counts of decisions: by kind and score, by time, by hotel and country. */
import type { Database } from "bun:sqlite";
import { dayMs, hourMs } from "../../../base/durations.ts";
import {
  currencyMask,
  currencyNumber,
  sizeBits,
  sizeMask,
  stepsPerDoubling,
} from "../../port/amount-bits.ts";
import {
  type Amounts,
  type DecisionKind,
  type HotelRecord,
  placeKinds,
  type SearchStore,
  type TimeTally,
} from "../../port/search.ts";
import { projectNumbers } from "../history/project-numbers.ts";
import type { Operations } from "../operations.ts";
import { countryOf } from "./index-decisions.ts";
import { type IndexedKind, kindsReader, type SearchFiles } from "./list.ts";

const hoursOfDay = dayMs / hourMs;

/** Whole days are read from the table of days, the rest at both ends from the table of hours. */
interface Part {
  table: "hour_tallies" | "day_tallies";
  unit: "hour" | "day";
  /** In hours or days since 1970; `to` is not included. */
  from: number;
  to: number;
}

function partsOf(from: number, to: number): Part[] {
  const [first, last] = [Math.floor(from / hourMs), Math.ceil(to / hourMs)];
  const [firstDay, lastDay] = [Math.ceil(first / hoursOfDay), Math.floor(last / hoursOfDay)];
  const hours = (from: number, to: number): Part => ({
    table: "hour_tallies",
    unit: "hour",
    from,
    to,
  });
  if (firstDay >= lastDay) return first < last ? [hours(first, last)] : [];
  const days: Part = { table: "day_tallies", unit: "day", from: firstDay, to: lastDay };
  const ends = [hours(first, firstDay * hoursOfDay), hours(lastDay * hoursOfDay, last)];
  return [days, ...ends.filter(({ from, to }) => from < to)];
}

/** @returns a function that reads a project's kinds of decisions. */
function projectKinds(history: Database): (projectId: string) => IndexedKind[] {
  const numberOf = projectNumbers(history);
  const kindsOf = kindsReader(history);
  return (projectId) => {
    const project = numberOf(projectId);
    return project === null ? [] : kindsOf(project);
  };
}

function rowsOf<Row>(
  history: Database,
  { table, unit, from, to }: Part,
  kinds: readonly IndexedKind[],
  columns: string,
): (Row & { kind: number })[] {
  return history
    .query<Row & { kind: number }, [string, number, number]>(
      `SELECT kind, ${columns} FROM ${table}
       WHERE kind IN (SELECT value FROM json_each(?)) AND ${unit} >= ? AND ${unit} < ?
       GROUP BY 1, 2`,
    )
    .all(JSON.stringify(kinds.map(({ id }) => id)), from, to);
}

export const searches = {
  byScore: ({ history: { database } }) => {
    const kindsOf = projectKinds(database);
    const amountsOf = amountsReader(database);
    return (projectId, from, to, currency = null) => {
      const kinds = kindsOf(projectId);
      const sums = new Map(kinds.map(({ id }) => [id, new Array<number>(100).fill(0)]));
      for (const part of partsOf(from, to)) {
        type Row = { score: number; count: number };
        const rows = rowsOf<Row>(database, part, kinds, "score, sum(count) AS count");
        for (const { kind, score, count } of rows) sums.get(kind)![score]! += count;
      }
      const amounts = currency === null ? null : amountsOf(projectId, from, to, currency);
      return kinds.flatMap((kind) =>
        sums.get(kind.id)!.flatMap((count, riskScore) => {
          const known = amounts?.get(`${kind.id} ${riskScore}`);
          if (count === 0) return [];
          return [{ kind: plain(kind), riskScore, count, ...(known && { amounts: known }) }];
        }),
      );
    };
  },

  byTime: ({ history: { database } }) => {
    const kindsOf = projectKinds(database);
    return (projectId, from, to, step) => {
      const kinds = kindsOf(projectId);
      const plainKinds = new Map(kinds.map((kind) => [kind.id, plain(kind)]));
      const stepMs = step === "hour" ? hourMs : dayMs;
      const parts = step === "day" ? partsOf(from, to) : [hoursOf(from, to)];
      const sums = new Map<string, TimeTally>();
      for (const part of parts) {
        type Row = { time: number; count: number; scoreSum: number };
        const unitMs = part.unit === "hour" ? hourMs : dayMs;
        const columns = `${part.unit} AS time, sum(count) AS count, sum(count * score) AS scoreSum`;
        for (const { kind, time, ...row } of rowsOf<Row>(database, part, kinds, columns)) {
          if (row.count === 0) continue;
          const at = Math.floor((time * unitMs) / stepMs) * stepMs;
          const sum = sums.get(`${at} ${kind}`);
          if (sum) {
            sum.count += row.count;
            sum.scoreSum += row.scoreSum;
          } else sums.set(`${at} ${kind}`, { kind: plainKinds.get(kind)!, at, ...row });
        }
      }
      return [...sums.values()].sort((a, b) => a.at - b.at);
    };
  },

  byPlace: ({ history: { database } }) => {
    const numberOf = projectNumbers(database);
    const places = database.query<
      { value: number; decisions: number; denied: number },
      [number, number, number, number, number]
    >(
      `SELECT value, sum(decisions) AS decisions, sum(denied) AS denied FROM place_tallies
       WHERE project = ? AND place = ? AND day >= ? AND day < ?
       GROUP BY value ORDER BY decisions DESC, value LIMIT ?`,
    );
    return (projectId, place, { from, to }, limit) => {
      const project = numberOf(projectId);
      if (project === null) return [];
      const [first, last] = [Math.floor(from / dayMs), Math.ceil(to / dayMs)];
      return places
        .all(project, placeKinds.indexOf(place), first, last, limit)
        .map(({ value, ...counts }) => ({
          place: place === "hotel" ? value : countryOf(value),
          ...counts,
        }));
    };
  },

  hotels: ({ history: { database } }) => {
    const numberOf = projectNumbers(database);
    const hotels = database.query<HotelRecord, [number]>(
      `SELECT hotel, name, country, nullif(reference_id, '') AS referenceId,
         nullif(giata_id, '') AS giataId
       FROM hotels WHERE project = ? ORDER BY name, country, hotel`,
    );
    return (projectId) => {
      const project = numberOf(projectId);
      return project === null ? [] : hotels.all(project);
    };
  },
} satisfies Operations<SearchStore, SearchFiles>;

/** @returns a function that sums up the amounts in a currency, by `kind score`. */
function amountsReader(history: Database) {
  const numberOf = projectNumbers(history);
  const sums = history.query<
    Amounts & { kind: number; score: number },
    [number, number, number, number]
  >(
    `SELECT kind, score, count(*) AS known, sum(amount) AS sum, sum(amount * amount) AS squares
     FROM (
       SELECT f.kind, f.score, exp(${Math.LN2 / stepsPerDoubling} * (a.amount & ${sizeMask})) AS amount
       FROM filed AS f
       JOIN attempts AS a ON a.project = f.project AND a.at = f.at AND a.tie = f.tie
       WHERE f.project = ? AND f.at >= ? AND f.at < ?
         AND (a.amount >> ${sizeBits}) & ${currencyMask} = ?
     ) GROUP BY 1, 2`,
  );
  return (projectId: string, from: number, to: number, currency: string) => {
    const project = numberOf(projectId);
    const { from: first, to: last } = hoursOf(from, to);
    const rows =
      project === null
        ? []
        : sums.all(project, first * hourMs, last * hourMs, currencyNumber(currency));
    return new Map(rows.map(({ kind, score, ...amounts }) => [`${kind} ${score}`, amounts]));
  };
}

function hoursOf(from: number, to: number): Part {
  const [first, last] = [Math.floor(from / hourMs), Math.ceil(to / hourMs)];
  return { table: "hour_tallies", unit: "hour", from: first, to: last };
}

function plain({ id: _, scores: __, ...kind }: IndexedKind): DecisionKind {
  return kind;
}
