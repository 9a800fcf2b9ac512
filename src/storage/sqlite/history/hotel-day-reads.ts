/** Sums a hotel's days, from the file and from memory. */
import type { Database, Statement } from "bun:sqlite";
import {
  allHotels,
  cachedHotels,
  type DayRow,
  daysSince,
  hotelDaysOf,
  type ProjectDays,
  projectDaysOf,
} from "../../port/hotel-days.ts";
import { countedBefore, type HotelDays } from "../../port/velocity.ts";
import type { LoggedAttempt, LoggedReport } from "../events/attempt-log.ts";
import { attemptDay, type LoggedDay, reportDay } from "./hotel-days-index.ts";
import { type Progress, progressReader } from "./index-attempts.ts";
import { projectNumbers } from "./project-numbers.ts";
import { RecentEntries } from "./recent.ts";

/** In place of attempts, of which a day never has less than none. */
const firstDayMark = -1;

/** What all attempts at a hotel have in common on one day. */
interface Cached {
  projectId: string;
  before: number;
  days: HotelDays | null;
}

/**
 * Sums the days of a hotel, once for all attempts of a day: from the file, and what the log has after it.
 * Whatever changes a day that was summed, as an import of older attempts does, makes it sum again.
 */
export class HotelDayReads {
  readonly #number: (projectId: string) => number | null;
  readonly #rows: Statement<DayRow, number[]>;
  readonly #indexed: () => Progress;
  readonly #byHotel = new Map<number, Cached>();
  readonly #byProject = new Map<string, { before: number; days: ProjectDays | null }>();
  /** What the file may not have yet. */
  #attempts = new RecentEntries<LoggedDay>(0);
  #reports = new RecentEntries<LoggedDay>(0);

  constructor(history: Database) {
    this.#number = projectNumbers(history);
    this.#indexed = progressReader(history);
    // The first day comes last, marked: one statement instead of two.
    this.#rows = history.prepare(
      `SELECT day, attempts, frauds, delay_days AS delayDays FROM hotel_days
       WHERE project = ?1 AND hotel = ?2 AND day >= ?3 AND day < ?4
       UNION ALL
       SELECT * FROM (
         SELECT day, ${firstDayMark}, 0, 0 FROM hotel_days
         WHERE project = ?1 AND hotel = ?2 AND attempts > 0 ORDER BY day LIMIT 1)`,
    );
  }

  /** Called once, with what the file has then. */
  started({ decisionsTo, outcomesTo }: Progress): void {
    this.#attempts = new RecentEntries(decisionsTo);
    this.#reports = new RecentEntries(outcomesTo);
  }

  /** Called for each attempt that reaches the log, whichever process wrote it. */
  attempt({ seq, projectId, identities, sighting }: LoggedAttempt): void {
    this.#attempts.dropIndexed(() => this.#indexed().decisionsTo);
    this.#add(this.#attempts, attemptDay(seq, projectId, identities.hotel ?? null, sighting.at));
  }

  /** The same for each report. */
  report(report: LoggedReport): void {
    if (report.change.frauds === 0) return;
    this.#reports.dropIndexed(() => this.#indexed().outcomesTo);
    this.#add(this.#reports, reportDay(report));
  }

  #add(to: RecentEntries<LoggedDay>, entry: LoggedDay): void {
    to.add(entry);
    const { projectId, identities, day } = entry;
    const { hotel } = identities;
    if (hotel !== undefined && day < (this.#byHotel.get(hotel)?.before ?? 0)) {
      this.#byHotel.delete(hotel);
    }
    // What is known of a hotel depends on its project.
    if (day < (this.#byProject.get(projectId)?.before ?? 0)) {
      this.#byProject.delete(projectId);
      this.#byHotel.clear();
    }
  }

  /** @param at the attempt's time, Unix ms. @returns null where the project had no attempt on an earlier day. */
  find(projectId: string, hotel: number | undefined, at: number): HotelDays | null {
    if (hotel === undefined) return null;
    const before = countedBefore(at);
    const known = this.#byHotel.get(hotel);
    if (known && known.before === before && known.projectId === projectId) return known.days;
    const ofProject = this.#ofProject(projectId, before);
    const days = ofProject && this.#ofHotel(projectId, hotel, before, ofProject);
    if (this.#byHotel.size >= cachedHotels) this.#byHotel.clear();
    this.#byHotel.set(hotel, { projectId, before, days });
    return days;
  }

  #ofProject(projectId: string, before: number): ProjectDays | null {
    const known = this.#byProject.get(projectId);
    if (known?.before === before) return known.days;
    const days = projectDaysOf(this.#read(projectId, allHotels, before).rows, before);
    this.#byProject.set(projectId, { before, days });
    return days;
  }

  #ofHotel(projectId: string, hotel: number, before: number, ofProject: ProjectDays): HotelDays {
    const { rows, firstDay } = this.#read(projectId, hotel, before);
    return hotelDaysOf(rows, firstDay, before, ofProject);
  }

  /** All days up to one that any window reaches, in any order, and the first day of all with an attempt. */
  #read(projectId: string, hotel: number, before: number): { rows: DayRow[]; firstDay: number } {
    const since = daysSince(before);
    const number = this.#number(projectId);
    const rows = number === null ? [] : this.#rows.all(number, hotel, since, before);
    const isMarked = rows.at(-1)?.attempts === firstDayMark;
    let firstDay = isMarked ? rows.pop()!.day : before;
    for (const one of this.#unindexed(projectId, hotel)) {
      if (one.attempts > 0) firstDay = Math.min(firstDay, one.day);
      if (one.day >= since && one.day < before) rows.push(one);
    }
    return { rows, firstDay };
  }

  /** What the file does not have, as this turn's transaction reads it. */
  #unindexed(projectId: string, hotel: number): readonly LoggedDay[] {
    const attempts = unindexedOf(this.#attempts, projectId, hotel);
    const reports = unindexedOf(this.#reports, projectId, hotel);
    if (attempts.length + reports.length === 0) return attempts; // Spares the question to the file.
    const { decisionsTo, outcomesTo } = this.#indexed();
    return [
      ...attempts.filter(({ seq }) => seq > decisionsTo),
      ...reports.filter(({ seq }) => seq > outcomesTo),
    ];
  }
}

/** All of a project are asked for once a day, so that no entry is kept a second time for them. */
const unindexedOf = (entries: RecentEntries<LoggedDay>, projectId: string, hotel: number) =>
  hotel === allHotels ? entries.ofProject(projectId) : entries.of(projectId, hotel);
