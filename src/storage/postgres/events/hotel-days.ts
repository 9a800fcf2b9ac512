/** The days of hotels, which the database itself counts: see the migration `hotel-days`. */
import { dayOf } from "../../velocity.ts";
import type { Connection } from "../connection.ts";

/** Merges the rows that connections wrote, of days that ended a day ago or earlier. @param now Unix ms. */
export async function mergeHotelDays({ sql }: Connection, now: number): Promise<void> {
  await sql("SELECT merge_hotel_days_1($1)", [dayOf(now) - 1]);
}
