/**
 * Which copies of the service run on the database: each says every second that it is alive. One that was
 * stopped takes itself off the list; one that was killed is no longer counted when it was silent for some
 * seconds. All times are the database's.
 */
import { runEvery } from "../../../base/periodic.ts";
import type { Connection } from "../connection.ts";
import { aheadMs, databaseNow } from "./database-clock.ts";

export const heartbeat = {
  everyMs: 1000,
  /** Longer than a statement may wait for a busy database, so that no copy is taken for dead that is not. */
  silentMs: 5000,
} as const;

export interface RunningCopies {
  /** As of the last heartbeat, this one among them: at least 1. */
  count(): number;
  /** By how much this process's clock was ahead of the database's at the last heartbeat, ms. */
  clockAheadMs(): number;
  /** Ends the heartbeat: this copy is not counted any more. */
  stop(): Promise<void>;
}

interface Joining {
  /** Called at each heartbeat that finds attempts which a dead copy had begun. */
  abandoned?: () => Promise<void>;
  /** Performs a heartbeat, whatever becomes of it: what fails is tried again the next time. */
  perform?: (beat: () => Promise<void>) => Promise<void>;
  /** Called at each heartbeat with `clockAheadMs`. */
  clock?: (aheadMs: number) => void;
}

/**
 * @param id the name of this copy, which no other has.
 * @returns when the others know of this one.
 */
export async function joinCopies(
  { sql }: Pick<Connection, "sql">,
  id: string,
  {
    abandoned = async () => {},
    perform = (beat) => beat().catch(() => {}),
    clock = () => {},
  }: Joining = {},
): Promise<RunningCopies> {
  let count = 1;
  let ahead = 0;

  async function beat(): Promise<void> {
    const sentAt = Date.now();
    const [row] = await sql<{ alive: number; abandoned: boolean; now: number }>(
      `SELECT alive, abandoned, ${databaseNow}::bigint AS now FROM beat_1($1, $2)`,
      [id, heartbeat.silentMs],
    );
    ahead = aheadMs(sentAt, row!.now, Date.now());
    clock(ahead);
    count = Math.max(1, row!.alive);
    if (row!.abandoned) await abandoned();
  }

  await beat();
  // Where it fails, the last count is used until the next time.
  const beating = runEvery(heartbeat.everyMs, "maintenance_failed", () => perform(beat));
  return {
    count: () => count,
    clockAheadMs: () => ahead,
    async stop() {
      await beating.stop();
      await sql("DELETE FROM copies WHERE id = $1", [id]).catch(() => {}); // Then it falls silent.
    },
  };
}

/** Takes those off the list that fell silent. */
export async function removeSilentCopies({ sql }: Pick<Connection, "sql">): Promise<void> {
  await sql(`DELETE FROM copies WHERE beat_at < ${databaseNow} - $1`, [heartbeat.silentMs]);
}
