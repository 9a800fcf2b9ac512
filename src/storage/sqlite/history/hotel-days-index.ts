/** Indexes attempts and reported frauds of hotels by day. */
import type { Database } from "bun:sqlite";
import { addTo, allHotels, type DayRow } from "../../port/hotel-days.ts";
import { dayOf } from "../../port/velocity.ts";
import { hotelOf, type LoggedReport, type StoredAttempt } from "../events/attempt-log.ts";

/** An attempt or a report, as it is counted. */
export interface LoggedDay extends DayRow {
  seq: number;
  projectId: string;
  identities: { hotel?: number };
}

export function attemptDay(
  seq: number,
  projectId: string,
  hotel: number | null,
  at: number,
): LoggedDay {
  const counted = { day: dayOf(at), attempts: 1, frauds: 0, delayDays: 0 };
  return { seq, projectId, identities: identitiesOf(hotel), ...counted };
}

export function reportDay({ seq, projectId, hotel, reportedAt, change }: LoggedReport): LoggedDay {
  const counted = { day: dayOf(reportedAt), attempts: 0, ...change };
  return { seq, projectId, identities: identitiesOf(hotel), ...counted };
}

const identitiesOf = (hotel: number | null) => (hotel === null ? {} : { hotel });

/** @returns a function that adds a group of attempts and reports to the rows of their days. */
export function hotelDaysIndex(history: Database) {
  const add = history.prepare<unknown, number[]>(
    `INSERT INTO hotel_days VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT DO UPDATE SET attempts = attempts + ?4, frauds = frauds + ?5,
       delay_days = delay_days + ?6`,
  );
  return (
    attempts: readonly StoredAttempt[],
    reports: readonly LoggedReport[],
    numberOf: (projectId: string) => number,
  ): void => {
    const sums = new Map<string, [project: number, hotel: number, row: DayRow]>();
    const count = ({ projectId, identities, day, attempts, frauds, delayDays }: LoggedDay) => {
      const project = numberOf(projectId);
      for (const hotel of [...Object.values(identities), allHotels]) {
        const key = `${project} ${hotel} ${day}`;
        const known = sums.get(key);
        if (!known) sums.set(key, [project, hotel, { day, attempts, frauds, delayDays }]);
        else addTo(known[2], { day, attempts, frauds, delayDays });
      }
    };
    for (const { seq, projectId, at, stored } of attempts) {
      count(attemptDay(seq, projectId, hotelOf(stored), at));
    }
    for (const report of reports) if (report.change.frauds !== 0) count(reportDay(report));
    for (const [project, hotel, { day, attempts, frauds, delayDays }] of sums.values()) {
      add.run(project, hotel, day, attempts, frauds, delayDays);
    }
  };
}
