/**
 * Notices changes that other copies make, by asking for their count: 2 small queries a second for all
 * that watch. PostgreSQL's LISTEN would need a session of its own, which PgBouncer does not give.
 */
import type { Connection } from "./connection.ts";

/** A change is to be noticed by every copy within a second. */
const pollMs = 400;

export interface RevisionWatch {
  /** @returns a function that reports whether something of that name may have changed since its last call. */
  changes(name: string): () => boolean;
  /** As of the last read; undefined before the first, and where there is none. */
  value(name: string): number | undefined;
  stop(): void;
}

export function revisionWatch({ sql }: Pick<Connection, "sql">): RevisionWatch {
  const seen = new Map<string, number>();
  /** Whether the last read failed: then anything may have changed. */
  let unknown = true;
  let timer: ReturnType<typeof setInterval> | undefined;
  let reading = false;

  async function read(): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      const rows = await sql<{ name: string; value: number }>("SELECT name, value FROM revisions");
      for (const { name, value } of rows) seen.set(name, value);
      unknown = false;
    } catch {
      unknown = true;
    } finally {
      reading = false;
    }
  }

  return {
    changes(name) {
      if (!timer) {
        void read();
        timer = setInterval(read, pollMs);
        timer.unref();
      }
      let last: number | null | undefined;
      return () => {
        const now = unknown ? null : (seen.get(name) ?? 0);
        const changed = now === null || now !== last;
        last = now;
        return changed;
      };
    },
    value: (name) => seen.get(name),
    stop() {
      clearInterval(timer);
    },
  };
}
