/** The days of hotels, which the database itself counts: see the migration `hotel-days`. */
import {
  cachedHotels,
  type DayRow,
  daysSince,
  hotelDaysOf,
  projectDaysOf,
} from "../../port/hotel-days.ts";
import { countedBefore, dayOf, type HotelDays } from "../../port/velocity.ts";
import type { Connection } from "../connection.ts";

type Row = [day: number, attempts: number, frauds: number, delayDays: number];

/** As `hotel_day_rows_1` returns it. */
interface HotelDayRows {
  late: number;
  today: number;
  first: number | null;
  ofHotel: Row[];
  ofAll: Row[];
}

export interface HotelDayReads {
  /**
   * @param at the attempt's time, Unix ms.
   * @param late how often a day of the project changed that was over, when the attempt was opened: what this copy
   *   has summed is exact for as long as that has not changed.
   * @returns as `History.days`.
   */
  find(
    projectId: string,
    hotel: number | undefined,
    at: number,
    late: number,
  ): Promise<HotelDays | null>;
}

export function hotelDayReads({ sql }: Pick<Connection, "sql">): HotelDayReads {
  const cached = new Map<string, { before: number; late: number; days: HotelDays | null }>();
  return {
    async find(projectId, hotel, at, late) {
      if (hotel === undefined) return null;
      const before = countedBefore(at);
      const name = `${projectId} ${hotel}`;
      const known = cached.get(name);
      if (known && known.before === before && known.late === late) return known.days;
      const [row] = await sql<{ rows: HotelDayRows }>(
        "SELECT hotel_day_rows_1($1, $2, $3, $4) AS rows",
        [projectId, hotel, daysSince(before), before],
      );
      const { ofAll, ofHotel, first, late: lateNow, today } = row!.rows;
      const ofProject = projectDaysOf(ofAll.map(dayRow), before);
      const days = ofProject && hotelDaysOf(ofHotel.map(dayRow), first, before, ofProject);
      if (cached.size >= cachedHotels) cached.clear();
      // Days that are not over yet change without being counted as late.
      if (before <= today) cached.set(name, { before, late: lateNow, days });
      return days;
    },
  };
}

const dayRow = ([day, attempts, frauds, delayDays]: Row): DayRow => {
  return { day, attempts, frauds, delayDays };
};

/** Merges the rows that connections wrote, of days that ended a day ago or earlier. @param now Unix ms. */
export async function mergeHotelDays({ sql }: Connection, now: number): Promise<void> {
  await sql("SELECT merge_hotel_days_1($1)", [dayOf(now) - 1]);
}
