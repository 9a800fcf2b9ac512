import { asc, count, eq, max } from "drizzle-orm";
import type { ErasureStore } from "../../erasures.ts";
import type { Connection } from "../connection.ts";
import { audited } from "./audited.ts";
import { erasures } from "./schema.ts";

export function erasureStore(connection: Connection): ErasureStore {
  const { db } = connection;
  return {
    list: async (projectId) =>
      db
        .select()
        .from(erasures)
        .where(projectId === null ? undefined : eq(erasures.projectId, projectId))
        .orderBy(asc(erasures.requestedAt), asc(erasures.id)),

    find: async (id) => (await db.select().from(erasures).where(eq(erasures.id, id)))[0] ?? null,

    async mark() {
      const [done] = await db
        .select({ count: count(), last: max(erasures.finishedAt) })
        .from(erasures);
      return `${done!.count} ${done!.last ?? ""}`;
    },

    async add(erasure, entry) {
      await audited(connection, entry, async ({ db }) => {
        const insert = db.insert(erasures).values(erasure).onConflictDoNothing();
        return (await insert.returning({ id: erasures.id })).length > 0;
      });
    },

    async finish(id, finishedAt, receipt, entry) {
      await audited(connection, entry, ({ db }) =>
        db.update(erasures).set({ finishedAt, receipt, identity: null }).where(eq(erasures.id, id)),
      );
    },

    async reopen() {
      await db.update(erasures).set({ finishedAt: null });
    },
  };
}
