/** How far this process's clock is from the database's. */
import type { log } from "../../../base/log.ts";
import { clockDifferenceMs } from "../../port/store.ts";
import type { Connection } from "../connection.ts";

/** The database's time in whole Unix ms, as a column of a statement. */
export const databaseNow = "floor(extract(epoch FROM clock_timestamp()) * 1000)";

/** Asks the database, in one round trip. @returns by how much this process's clock is ahead, ms. */
export async function measureAheadMs({ sql }: Pick<Connection, "sql">): Promise<number> {
  const sentAt = Date.now();
  const [row] = await sql<{ now: number }>(`SELECT ${databaseNow}::bigint AS now`);
  return aheadMs(sentAt, row!.now, Date.now());
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
