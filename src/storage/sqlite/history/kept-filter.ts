/**
 * The filter of the identities that `history.db` has, kept in it for the next start: reading them all
 * again takes some ten seconds of CPU time with 10 million decisions, and until that is done each new guest costs
 * queries. What was indexed since it was written is added from the log.
 *
 * It is deleted with the first identity that an erasure or a retention deletes, because it would still tell
 * whether that was there, and is read anew by the next start.
 */
import type { Database } from "bun:sqlite";
import { IdentityFilter } from "./identity-filter.ts";

const partBytes = 1024 * 1024;
/** Its row says that a filter is being read: it is deleted with the others. */
const markPart = -1;

export interface KeptFilter {
  filter: IdentityFilter;
  /** The last decision, by `seq`, whose identities it has. */
  decisionsTo: number;
}

/** @returns functions that read and write it; all throw what SQLite throws. */
export function keptFilter(history: Database) {
  const insert = history.prepare<unknown, [number, number, Uint8Array]>(
    "INSERT OR REPLACE INTO identity_filter (part, decisions_to, words) VALUES (?, ?, ?)",
  );
  const parts = history.prepare<{ decisionsTo: number; words: Uint8Array }, []>(
    "SELECT decisions_to AS decisionsTo, words FROM identity_filter WHERE part >= 0 ORDER BY part",
  );
  const mark = history.prepare<{ words: Uint8Array }, [number]>(
    "SELECT words FROM identity_filter WHERE part = ?",
  );
  const clear = identityFilterRemover(history);
  return {
    read(): KeptFilter | null {
      const rows = parts.all();
      const [first] = rows;
      if (!first) return null;
      const bytes = new Uint8Array(rows.reduce((sum, { words }) => sum + words.length, 0));
      let length = 0;
      for (const { words } of rows) {
        bytes.set(words, length);
        length += words.length;
      }
      const filter = new IdentityFilter(new Int32Array(bytes.buffer));
      return { filter, decisionsTo: first.decisionsTo };
    },

    /**
     * Called before the identities of a filter are read.
     * @returns a function that writes it, unless one was deleted meanwhile, or somebody else began later.
     */
    begin(): (kept: KeptFilter) => void {
      const own = crypto.getRandomValues(new Uint8Array(16));
      insert.run(markPart, 0, own);
      return history.transaction(({ filter: { words }, decisionsTo }: KeptFilter) => {
        const current = mark.get(markPart)?.words;
        if (!current || Buffer.compare(current, own) !== 0) return;
        clear();
        for (let from = 0; from < words.byteLength; from += partBytes) {
          const length = Math.min(partBytes, words.byteLength - from);
          insert.run(from / partBytes, decisionsTo, new Uint8Array(words.buffer, from, length));
        }
      }).immediate;
    },
  };
}

/** @returns a function that deletes it, and lets none be written whose reading has begun. */
export function identityFilterRemover(history: Database): () => void {
  const all = history.prepare("DELETE FROM identity_filter");
  return () => {
    all.run();
  };
}
