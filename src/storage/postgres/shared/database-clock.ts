/** How far this process's clock is from the database's. */
import type { log } from "../../../base/log.ts";
import { clockDifferenceMs } from "../../port/store.ts";
import type { Connection } from "../connection.ts";

/** The database's time in whole Unix ms, as a column of a statement. */
export const databaseNow = "floor(extract(epoch FROM clock_timestamp()) * 1000)";

/**
 * The database's time, Unix ms, in one round trip. Whatever deletes rows, merges them or keeps partitions goes by it:
 * a copy whose own clock is ahead would do so with rows that are not old enough, of all copies.
 */
export async function databaseTime({ sql }: Pick<Connection, "sql">): Promise<number> {
  const [row] = await sql<{ now: number }>(`SELECT ${databaseNow}::bigint AS now`);
  return row!.now;
}

/** Asks the database, in one round trip. @returns by how much this process's clock is ahead, ms. */
export async function measureAheadMs(connection: Pick<Connection, "sql">): Promise<number> {
  const sentAt = Date.now();
  const now = await databaseTime(connection);
  return aheadMs(sentAt, now, Date.now());
}

/** @param now the database's time, at some moment between sending and receiving. */
export const aheadMs = (sentAt: number, now: number, receivedAt: number): number =>
  Math.round((sentAt + receivedAt) / 2 - now);

/** @returns a function that takes each difference, and logs when it becomes too large, and when it no longer is. */
export function clockDifferenceLog(write: typeof log): (ms: number) => void {
  let differs = false;
  return (ms) => {
    if (Math.abs(ms) > clockDifferenceMs === differs) return;
    differs = !differs;
    if (differs) write("warning", "clock_differs", { aheadOfDatabaseMs: ms });
    else write("info", "clock_agrees");
  };
}
