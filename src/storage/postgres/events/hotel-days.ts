/** The days of hotels, which the database itself counts: see the migration `hotel-days`. */
import {
  allHotels,
  cachedHotels,
  type DayRow,
  daysSince,
  hotelDaysOf,
  projectDaysOf,
} from "../../port/hotel-days.ts";
import { countedBefore, dayOf, type HotelDays } from "../../port/velocity.ts";
import { arrayParameter, textArrayParameter } from "../array-parameter.ts";
import type { Connection } from "../connection.ts";
import { readTogether } from "../read-together.ts";

/** As `hotel_day_rows_2` returns it. */
interface HotelDayRows {
  late: number;
  today: number;
  first: number | null;
  days: [day: number, attempts: number, frauds: number, delayDays: number][];
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
  /** By project, hotel and the day before which is counted. */
  const read = readTogether<HotelDayRows>(async (names) => {
    const asked = names.map((name) => name.split(" ") as [string, string, string]);
    const before = asked.map(([, , day]) => Number(day));
    const rows = await sql<HotelDayRows>("SELECT * FROM hotel_day_rows_2($1, $2, $3, $4)", [
      textArrayParameter(asked.map(([project]) => project)),
      arrayParameter(asked.map(([, hotel]) => Number(hotel))),
      arrayParameter(before.map(daysSince)),
      arrayParameter(before),
    ]);
    return new Map(rows.map((row, i) => [names[i]!, row]));
  });
  return {
    async find(projectId, hotel, at, late) {
      if (hotel === undefined) return null;
      const before = countedBefore(at);
      const name = `${projectId} ${hotel}`;
      const known = cached.get(name);
      if (known && known.before === before && known.late === late) return known.days;
      const [ofHotel, ofAll] = await Promise.all([
        read(`${projectId} ${hotel} ${before}`),
        read(`${projectId} ${allHotels} ${before}`),
      ]);
      const { days: rows, first, today } = ofHotel!;
      const ofProject = projectDaysOf(ofAll!.days.map(dayRow), before);
      const days = ofProject && hotelDaysOf(rows.map(dayRow), first, before, ofProject);
      if (cached.size >= cachedHotels) cached.clear();
      // Days that are not over yet change without being counted as late.
      const lateNow = Math.min(ofHotel!.late, ofAll!.late); // They may be of two reads.
      if (before <= today) cached.set(name, { before, late: lateNow, days });
      return days;
    },
  };
}

const dayRow = ([day, attempts, frauds, delayDays]: HotelDayRows["days"][number]): DayRow => {
  return { day, attempts, frauds, delayDays };
};

/** Merges the rows that connections wrote, of days that ended a day ago or earlier. @param now Unix ms. */
export async function mergeHotelDays({ sql }: Connection, now: number): Promise<void> {
  await sql("SELECT merge_hotel_days_1($1)", [dayOf(now) - 1]);
}
