/** Decisions counted: by kind and score, by time, by hotel and country. */
import type { Database } from "bun:sqlite";
import {
  type DecisionKind,
  type HotelRecord,
  type PlaceKind,
  type PlaceTally,
  placeKinds,
  type ScoreTally,
  type TimeTally,
} from "../../search.ts";
import { countryOf, dayMs, hourMs } from "./index-decisions.ts";
import { type FiledKind, kindsReader, projectReader } from "./reads.ts";

const hoursOfDay = dayMs / hourMs;

/** Whole days are read from the table of days, what is left at both ends from that of hours. */
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
    ...{ table: "hour_tallies", unit: "hour", from, to },
  });
  if (firstDay >= lastDay) return first < last ? [hours(first, last)] : [];
  const days: Part = { table: "day_tallies", unit: "day", from: firstDay, to: lastDay };
  const ends = [hours(first, firstDay * hoursOfDay), hours(lastDay * hoursOfDay, last)];
  return [days, ...ends.filter(({ from, to }) => from < to)];
}

export function tallyReads(history: Database) {
  const project = projectReader(history);
  const allKinds = kindsReader(history);
  const places = history.query<
    { value: number; decisions: number; denied: number },
    [number, number, number, number, number]
  >(
    `SELECT value, sum(decisions) AS decisions, sum(denied) AS denied FROM place_tallies
     WHERE project = ? AND place = ? AND day >= ? AND day < ?
     GROUP BY value ORDER BY decisions DESC, value LIMIT ?`,
  );
  const hotels = history.query<HotelRecord, [number]>(
    `SELECT hotel, name, country, nullif(reference_id, '') AS referenceId,
       nullif(giata_id, '') AS giataId
     FROM hotels WHERE project = ? ORDER BY name, country, hotel`,
  );
  const kindsOf = (projectId: string): FiledKind[] => {
    const number = project(projectId);
    return number === null ? [] : allKinds(number);
  };
  const rowsOf = <Row>({ table, unit, from, to }: Part, kinds: string, what: string) =>
    history
      .query<Row & { kind: number }, [string, number, number]>(
        `SELECT kind, ${what} FROM ${table}
         WHERE kind IN (SELECT value FROM json_each(?)) AND ${unit} >= ? AND ${unit} < ?
         GROUP BY 1, 2`,
      )
      .all(kinds, from, to);

  return {
    byScore(projectId: string, from: number, to: number): ScoreTally[] {
      const kinds = kindsOf(projectId);
      const ids = JSON.stringify(kinds.map(({ id }) => id));
      const sums = new Map(kinds.map(({ id }) => [id, new Array<number>(100).fill(0)]));
      for (const part of partsOf(from, to)) {
        type Row = { score: number; count: number };
        for (const { kind, score, count } of rowsOf<Row>(part, ids, "score, sum(count) AS count")) {
          sums.get(kind)![score]! += count;
        }
      }
      return kinds.flatMap((kind) =>
        sums.get(kind.id)!.flatMap((count, riskScore) => {
          return count > 0 ? [{ kind: plain(kind), riskScore, count }] : [];
        }),
      );
    },

    byTime(projectId: string, from: number, to: number, step: "hour" | "day"): TimeTally[] {
      const kinds = kindsOf(projectId);
      const ids = JSON.stringify(kinds.map(({ id }) => id));
      const stepMs = step === "hour" ? hourMs : dayMs;
      const parts = step === "day" ? partsOf(from, to) : [hoursOf(from, to)];
      const sums = new Map<number, Map<number, TimeTally>>();
      const plainKinds = new Map(kinds.map((kind) => [kind.id, plain(kind)]));
      for (const part of parts) {
        type Row = { time: number; count: number; scoreSum: number };
        const what = `${part.unit} AS time, sum(count) AS count, sum(count * score) AS scoreSum`;
        for (const { kind, time, count, scoreSum } of rowsOf<Row>(part, ids, what)) {
          if (count === 0) continue;
          const unitMs = part.unit === "hour" ? hourMs : dayMs;
          const at = Math.floor((time * unitMs) / stepMs) * stepMs;
          const ofStep = sums.get(at) ?? new Map<number, TimeTally>();
          sums.set(at, ofStep);
          const sum = ofStep.get(kind) ?? {
            kind: plainKinds.get(kind)!,
            at,
            count: 0,
            scoreSum: 0,
          };
          ofStep.set(kind, sum);
          sum.count += count;
          sum.scoreSum += scoreSum;
        }
      }
      return [...sums.entries()]
        .sort(([a], [b]) => a - b)
        .flatMap(([, ofStep]) => [...ofStep.values()]);
    },

    byPlace(
      projectId: string,
      place: PlaceKind,
      { from, to }: { from: number; to: number },
      limit: number,
    ): PlaceTally[] {
      const number = project(projectId);
      if (number === null) return [];
      const [first, last] = [Math.floor(from / dayMs), Math.ceil(to / dayMs)];
      return places
        .all(number, placeKinds.indexOf(place), first, last, limit)
        .map(({ value, ...counts }) => ({
          place: place === "hotel" ? value : countryOf(value),
          ...counts,
        }));
    },

    hotels(projectId: string): HotelRecord[] {
      const number = project(projectId);
      return number === null ? [] : hotels.all(number);
    },
  };
}

function hoursOf(from: number, to: number): Part {
  const [first, last] = [Math.floor(from / hourMs), Math.ceil(to / hourMs)];
  return { table: "hour_tallies", unit: "hour", from: first, to: last };
}

function plain({ id: _, scores: __, ...kind }: FiledKind): DecisionKind {
  return kind;
}
