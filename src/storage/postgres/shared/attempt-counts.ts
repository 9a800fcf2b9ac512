/** Attempts to sign in, counted by all copies together. */
import { hash } from "node:crypto";
import type { AttemptCountStore } from "../../port/attempt-counts.ts";
import type { Connection } from "../connection.ts";
import { jsonParameter } from "../json-parameter.ts";

/** So that neither e-mail nor IP addresses of those who only tried are in the database. */
const stored = (name: string) => hash("sha256", name);

export function attemptCountStore({ sql }: Pick<Connection, "sql">): AttemptCountStore {
  return {
    async count(windows) {
      const given = windows.map((one, n) => ({ n, ...one, name: stored(one.name) }));
      const [row] = await sql<{ wait: number }>("SELECT count_attempt_1($1) AS wait", [
        jsonParameter(given),
      ]);
      return row!.wait;
    },

    async takeBack(names) {
      await sql(
        `UPDATE attempt_windows AS w SET count = greatest(0, w.count - 1)
         FROM (
           SELECT name FROM attempt_windows WHERE name = ANY ($1::text[]) ORDER BY name FOR UPDATE
         ) AS locked
         WHERE w.name = locked.name`,
        [names.map(stored)],
      );
    },
  };
}

/** Leaves those that are in use, without waiting: it cannot deadlock with callers that count in several. */
export async function removeEndedWindows({ sql }: Pick<Connection, "sql">): Promise<void> {
  await sql(
    `DELETE FROM attempt_windows WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM attempt_windows
       WHERE ends_at < floor(extract(epoch FROM clock_timestamp()) * 1000)
       FOR UPDATE SKIP LOCKED))`,
  );
}
