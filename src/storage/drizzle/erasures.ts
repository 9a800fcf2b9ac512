/** Erasures of guests, done or not. */
import { and, asc, count, eq, isNull, max } from "drizzle-orm";
import type { ErasureRecord, ErasureStore } from "../port/erasures.ts";
import {
  type Changes,
  type Db,
  first,
  isAny,
  rows,
  run,
  type Table,
  type Use,
  type Uses,
} from "./uses.ts";

export function erasureUses(erasures: Table<"id" | "projectId" | "requestedAt" | "finishedAt">) {
  const reads = {
    list: (db, projectId) =>
      rows<ErasureRecord>(
        db
          .select()
          .from(erasures)
          .where(projectId === null ? undefined : eq(erasures.projectId, projectId))
          .orderBy(asc(erasures.requestedAt), asc(erasures.id)),
      ),

    find: (db, id) => first<ErasureRecord>(db.select().from(erasures).where(eq(erasures.id, id))),

    *mark(db) {
      const done = yield* first<{ count: number; last: number | null }>(
        db.select({ count: count(), last: max(erasures.finishedAt) }).from(erasures),
      );
      return `${done!.count} ${done!.last ?? ""}`;
    },
  } satisfies Uses<ErasureStore>;

  const writes = {
    reopen: (db) => run(db.update(erasures).set({ finishedAt: null })),
  } satisfies Uses<ErasureStore>;

  const changes = {
    finish: (db, id, finishedAt, receipt) => {
      const open = and(eq(erasures.id, id), isNull(erasures.finishedAt));
      const finished = db.update(erasures).set({ finishedAt, receipt, identity: null }).where(open);
      return isAny(finished.returning({ id: erasures.id }));
    },
  } satisfies Changes<ErasureStore>;

  /** @returns whether it was not there. */
  function* add(db: Db, erasure: ErasureRecord): Use<boolean> {
    const insert = db
      .insert(erasures)
      .values({ ...erasure })
      .onConflictDoNothing();
    return yield* isAny(insert.returning({ id: erasures.id }));
  }

  return { reads, writes, changes, add };
}
