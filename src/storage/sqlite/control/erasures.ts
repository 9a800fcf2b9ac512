import { asc, count, eq, max } from "drizzle-orm";
import type { ErasureStore } from "../../erasures.ts";
import type { Operations } from "../operations.ts";
import { audited } from "./audited.ts";
import { erasures } from "./schema.ts";

export const reads = {
  list:
    ({ db }) =>
    (projectId) =>
      db
        .select()
        .from(erasures)
        .where(projectId === null ? undefined : eq(erasures.projectId, projectId))
        .orderBy(asc(erasures.requestedAt), asc(erasures.id))
        .all(),

  find:
    ({ db }) =>
    (id) =>
      db.select().from(erasures).where(eq(erasures.id, id)).get() ?? null,

  mark: ({ db }) => {
    const done = db
      .select({ count: count(), last: max(erasures.finishedAt) })
      .from(erasures)
      .prepare();
    return () => {
      const { count, last } = done.get()!;
      return `${count} ${last ?? ""}`;
    };
  },
} satisfies Operations<ErasureStore>;

export const writes = {
  add: (connection) => (erasure, entry) => {
    audited(
      connection,
      entry,
      () =>
        connection.db
          .insert(erasures)
          .values(erasure)
          .onConflictDoNothing()
          .returning({ id: erasures.id })
          .all().length > 0,
    );
  },

  finish: (connection) => (id, finishedAt, receipt, entry) => {
    audited(connection, entry, () =>
      connection.db
        .update(erasures)
        .set({ finishedAt, receipt, identity: null })
        .where(eq(erasures.id, id))
        .run(),
    );
  },

  reopen:
    ({ db }) =>
    () => {
      db.update(erasures).set({ finishedAt: null }).run();
    },
} satisfies Operations<ErasureStore>;
