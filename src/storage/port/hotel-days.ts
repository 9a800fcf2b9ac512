/** Sums of a hotel's days, from their rows in either store. */
import { dayCountLimits, dayWindows, type HotelDays } from "./velocity.ts";

/** What was stored of one day: of a hotel, or of all hotels of a project. */
export interface DayRow {
  day: number;
  attempts: number;
  frauds: number;
  delayDays: number;
}

/** Stands for all hotels of a project, where a hotel's identity is expected. */
export const allHotels = 0;

/** Hotels whose sums are cached; with more, a cache starts over. About 10 MB. */
export const cachedHotels = 20_000;

const windowMax = dayWindows.at(-1)!;
/** The first day that any sum reaches. */
export const daysSince = (before: number): number =>
  before - windowMax - dayCountLimits.delayMaxDays;

/** What all hotels of a project have in common on one day. */
export type ProjectDays = Pick<HotelDays, "delayDays" | "project">;

/** @param rows of all hotels, from `daysSince` on and before this day, in any order. @returns null without an attempt. */
export function projectDaysOf(rows: readonly DayRow[], before: number): ProjectDays | null {
  if (rows.every(({ attempts }) => attempts === 0)) return null;
  const { frauds, delayDays } = sumOf(rows, before - windowMax, before);
  const delay = delayIn(frauds, delayDays);
  const { attempts } = sumOf(rows, before - delay - windowMax, before - delay);
  return { delayDays: delay, project: { attemptsThen: attempts, frauds } };
}

/** @param rows of the hotel, as those of `projectDaysOf`. @param firstDay of its first attempt; null: there was none. */
export function hotelDaysOf(
  rows: readonly DayRow[],
  firstDay: number | null,
  before: number,
  { delayDays, project }: ProjectDays,
): HotelDays {
  const [attempts, attemptsThen, frauds] = [zeros(), zeros(), zeros()];
  for (const row of rows) {
    const age = before - row.day;
    for (let i = 0; i < dayWindows.length; i++) {
      const window = dayWindows[i]!;
      if (age <= window) {
        attempts[i]! += row.attempts;
        frauds[i]! += row.frauds;
      }
      if (age > delayDays && age <= delayDays + window) attemptsThen[i]! += row.attempts;
    }
  }
  const firstSeenDays = before - Math.min(before, firstDay ?? before);
  return { delayDays, attempts, attemptsThen, frauds, firstSeenDays, project };
}

const zeros = (): number[] => dayWindows.map(() => 0);

/** Of the days from one, included, to another, excluded. */
function sumOf(rows: readonly DayRow[], from: number, to: number): DayRow {
  const sum: DayRow = { day: from, attempts: 0, frauds: 0, delayDays: 0 };
  for (const row of rows) if (row.day >= from && row.day < to) addTo(sum, row);
  return sum;
}

export function addTo(sum: DayRow, { attempts, frauds, delayDays }: DayRow): void {
  sum.attempts += attempts;
  sum.frauds += frauds;
  sum.delayDays += delayDays;
}

/** The mean in whole days, as `HotelDays.delayDays`. */
function delayIn(frauds: number, delayDays: number): number {
  if (frauds <= 0) return 0;
  const mean = Math.round(delayDays / frauds);
  return Math.min(Math.max(mean, 0), dayCountLimits.delayMaxDays);
}
