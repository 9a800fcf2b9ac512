/**
 * While data is moved into a database, and once it was moved out of it, a table says so, and the store is not
 * opened: half of the data must not be served, and neither must data that is served elsewhere by now.
 */
import { StorageUnavailable } from "../port/store.ts";
import type { Connection } from "./connection.ts";

export interface MoveState {
  direction: "in" | "out";
  /** The data folder at the other end. */
  folder: string;
  /** When it began, ISO 8601. */
  since: string;
}

/** Also where the move notes what it has compared. */
export const moveTable = "public.unfinished_move";

export async function moveState({ sql }: Pick<Connection, "sql">): Promise<MoveState | null> {
  const [found] = await sql<{ found: boolean }>(
    `SELECT to_regclass('${moveTable}') IS NOT NULL AS found`,
  );
  if (!found!.found) return null;
  const [row] = await sql<{ value: string }>(`SELECT value FROM ${moveTable} WHERE name = 'state'`);
  return row ? (JSON.parse(row.value) as MoveState) : null;
}

/** @throws StorageUnavailable */
export async function refuseMoved(connection: Pick<Connection, "sql">): Promise<void> {
  const state = await moveState(connection);
  if (state === null) return;
  const { direction, folder, since } = state;
  throw new StorageUnavailable(
    direction === "in"
      ? `the move of ${folder} into this database, begun ${since}, is not finished; run ` +
          `\`booking-risk migrate --to --url-file FILE --data ${folder}\`, with its address in FILE, then the ` +
          "same with --finish"
      : `the data of this database was moved to ${folder} (${since}); start the service there without ` +
          "DATABASE_URL, or use this database again after `booking-risk migrate --undo --url-file FILE`, with its " +
          "address in FILE",
  );
}
