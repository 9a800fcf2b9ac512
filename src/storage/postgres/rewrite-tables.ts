/**
 * Leaves nothing of deleted rows in the database's files. VACUUM only lets their space be used again: their bytes stay
 * until something is written over them. VACUUM FULL writes the rows that are left into new files, and removes the old.
 */
import { connectTo } from "./connection.ts";
import { commandLimits } from "./pool.ts";

/** The tables with guests' data; of those that are partitioned, each partition is rewritten by itself. */
const tables = [
  "attempts",
  "batches",
  "collections",
  "decisions",
  "erasures",
  "idempotency",
  "outcomes",
  "reasons",
  "reports",
  "shadow_scores",
  "sightings",
];

/** Bookings wait behind a rewrite that waits for a table, so it waits no longer than this, ms, and tries again. */
const lockMs = 1000;
const tries = { max: 5, pauseMs: 1000 } as const;

export interface RewrittenTables {
  /** Names of tables and partitions. */
  rewritten: string[];
  /** Somebody used these for long. */
  inUse: string[];
}

/**
 * Rewrites all rows. Each table is locked while it is rewritten, and needs as much free space again.
 * @param url of the server itself: PgBouncer passes no limit on.
 * @throws StorageUnavailable
 */
export async function rewriteTables(url: string): Promise<RewrittenTables> {
  const connection = connectTo(url, { ...commandLimits, lockMs });
  try {
    const rows = await connection.sql<{ name: string }>(
      `SELECT c.oid::regclass::text AS name
       FROM pg_class AS c
       JOIN pg_namespace AS n ON n.oid = c.relnamespace
       LEFT JOIN pg_inherits AS i ON i.inhrelid = c.oid
       LEFT JOIN pg_class AS parent ON parent.oid = i.inhparent
       WHERE n.nspname = 'public' AND c.relkind = 'r'
         AND (coalesce(parent.relname, c.relname) = ANY ($1) OR c.relname ~ '^ended_[a-z_]+_[0-9]{4}_[0-9]{2}$')
       ORDER BY name`,
      [tables],
    );
    const done: RewrittenTables = { rewritten: [], inUse: [] };
    for (const { name } of rows) {
      const isDone = await rewrite(() => connection.sql(`VACUUM FULL ${name}`));
      (isDone ? done.rewritten : done.inUse).push(name);
    }
    return done;
  } finally {
    await connection.close();
  }
}

/** The codes, in appendix A of PostgreSQL, of a lock that was not got in time, and of a partition that was dropped. */
const locked = "55P03";
const dropped = "42P01";

/** @returns whether nothing of deleted rows is left in the table. */
async function rewrite(vacuum: () => Promise<unknown>): Promise<boolean> {
  for (let n = 1; ; n++) {
    try {
      await vacuum();
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (message.includes(dropped)) return true;
      if (!message.includes(locked)) throw error;
      if (n === tries.max) return false;
      await new Promise((resolve) => setTimeout(resolve, tries.pauseMs));
    }
  }
}
