/** What is used up of quotas by all copies together. */
import type { QuotaStore } from "../../port/quotas.ts";
import type { Connection } from "../connection.ts";
import { jsonParameter } from "../json-parameter.ts";

/** After so long without use everything has come back, ms. */
const unusedMs = 24 * 60 * 60 * 1000;

export function quotaStore({ sql }: Pick<Connection, "sql">): QuotaStore {
  return {
    async use(uses) {
      const rows = await sql<{ n: number; used: number }>("SELECT n, used FROM use_quotas_1($1)", [
        jsonParameter(uses.map((use, n) => ({ n, ...use }))),
      ]);
      const used = new Map(rows.map((row) => [row.n, row.used]));
      return uses.map((_, n) => used.get(n)!);
    },
  };
}

/** Leaves those that are in use, without waiting: it cannot deadlock with callers that use several. */
export async function removeUnusedQuotas({ sql }: Pick<Connection, "sql">): Promise<void> {
  await sql(
    `DELETE FROM quotas WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM quotas WHERE at < floor(extract(epoch FROM clock_timestamp()) * 1000) - $1
       FOR UPDATE SKIP LOCKED))`,
    [unusedMs],
  );
}
