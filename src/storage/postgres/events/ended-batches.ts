/** Deletes telemetry by whole months: the batches with their partition, collections that have none left by rows. */
import type { DeletedMonths, IsOver } from "../../port/months.ts";
import type { Connection } from "../connection.ts";
import { detachEnded, endedOf, finishEnded, projectsIn } from "../ended-months.ts";

/** Batches that one statement passes: some 20 ms. */
const batchesAtOnce = 5000;

export async function deleteBatchMonths(
  connection: Connection,
  isOver: IsOver,
  stopped: () => boolean,
): Promise<DeletedMonths<"batches" | "collections">> {
  const deleted: DeletedMonths<"batches" | "collections"> = [];
  const finish = async () => {
    for (const ended of await endedOf(connection, "batches")) {
      deleted.push(
        ...(await finishEnded(connection, ended, () => emptied(connection, ended, stopped))),
      );
    }
  };
  await finish(); // What was interrupted.
  await detachEnded(connection, ["batches"], isOver);
  await finish();
  return deleted;
}

/** Null where it was told to stop before the end. */
async function emptied({ sql }: Connection, ended: string, stopped: () => boolean) {
  const deleted: DeletedMonths<"batches" | "collections"> = [];
  for (const projectId of await projectsIn({ sql }, [ended])) {
    const sum = { projectId, batches: 0, collections: 0 };
    for (let after = { id: "", sequence: -1 }; ; ) {
      if (stopped()) return null;
      const [row] = await sql<Passed>(
        `WITH passed AS (
           SELECT collection_id, sequence FROM ${ended}
           WHERE project_id = $1 AND (collection_id, sequence) > ($2, $3)
           ORDER BY collection_id, sequence LIMIT ${batchesAtOnce}
         ), gone AS (
           DELETE FROM collections AS c
           USING (SELECT DISTINCT collection_id AS id FROM passed) AS named
           WHERE c.project_id = $1 AND c.id = named.id AND NOT EXISTS (
             SELECT 1 FROM batches AS b WHERE b.project_id = $1 AND b.collection_id = c.id)
           RETURNING 1
         )
         SELECT (SELECT count(*) FROM passed) AS batches, (SELECT count(*) FROM gone) AS collections,
           last.collection_id AS id, last.sequence
         FROM (SELECT 1) AS always LEFT JOIN (
           SELECT collection_id, sequence FROM passed
           ORDER BY collection_id DESC, sequence DESC LIMIT 1) AS last ON true`,
        [projectId, after.id, after.sequence],
      );
      const { batches, collections, id, sequence } = row!;
      sum.batches += batches;
      sum.collections += collections;
      if (batches < batchesAtOnce) break;
      after = { id: id!, sequence: sequence! };
    }
    deleted.push(sum);
  }
  return deleted;
}

interface Passed {
  batches: number;
  collections: number;
  id: string | null;
  sequence: number | null;
}
