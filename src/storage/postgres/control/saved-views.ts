import { and, asc, eq } from "drizzle-orm";
import type { SavedViewStore } from "../../saved-views.ts";
import type { Connection } from "../connection.ts";
import { audited } from "./audited.ts";
import { savedViews } from "./schema.ts";

export function savedViewStore(connection: Connection): SavedViewStore {
  return {
    list: async (projectId) =>
      connection.db
        .select()
        .from(savedViews)
        .where(eq(savedViews.projectId, projectId))
        .orderBy(asc(savedViews.name)),

    add: (view, max, entry) =>
      audited(
        connection,
        entry,
        async ({ db }) => {
          const present = await db
            .select({ name: savedViews.name })
            .from(savedViews)
            .where(eq(savedViews.projectId, view.projectId));
          if (present.some(({ name }) => name === view.name)) return "exists";
          if (present.length >= max) return "full";
          await db.insert(savedViews).values(view);
          return "added";
        },
        (result) => result === "added",
      ),

    remove: (projectId, name, entry) =>
      audited(connection, entry, async ({ db }) => {
        const removed = await db
          .delete(savedViews)
          .where(and(eq(savedViews.projectId, projectId), eq(savedViews.name, name)))
          .returning({ name: savedViews.name });
        return removed.length > 0;
      }),
  };
}
