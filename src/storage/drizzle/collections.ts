/** What both stores ask of collections alike. */
import { and, asc, count, eq, gt, inArray } from "drizzle-orm";
import { allBatches, type BatchRecord, type CollectionStore } from "../port/collections.ts";
import { first, rows, type Table, type Uses } from "./uses.ts";

const batchColumns = ["sequence", "receivedAt", "ip", "userAgent", "body", "headers"] as const;

export function collectionReads(
  collections: Table<"projectId" | "id">,
  batches: Table<"projectId" | "collectionId" | (typeof batchColumns)[number]>,
) {
  const { sequence, receivedAt, ip, userAgent, body, headers } = batches;
  return {
    batches: (db, projectId, id, { after, limit } = allBatches) =>
      rows<BatchRecord>(
        db
          .select({ sequence, receivedAt, ip, userAgent, body, headers })
          .from(batches)
          .where(
            and(
              eq(batches.projectId, projectId),
              eq(batches.collectionId, id),
              gt(sequence, after),
            ),
          )
          .orderBy(asc(sequence))
          .limit(limit),
      ),

    *count(db, projectId, ids) {
      const { projectId: project, id } = collections;
      const counted = yield* first<{ n: number }>(
        db
          .select({ n: count() })
          .from(collections)
          .where(and(eq(project, projectId), inArray(id, [...ids]))),
      );
      return counted!.n;
    },
  } satisfies Uses<CollectionStore>;
}
