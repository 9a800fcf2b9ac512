import { and, asc, eq } from "drizzle-orm";
import type { SavedViewStore } from "../../saved-views.ts";
import type { Operations } from "../operations.ts";
import { audited } from "./audited.ts";
import { savedViews } from "./schema.ts";

export const reads = {
  list:
    ({ db }) =>
    (projectId) =>
      db
        .select()
        .from(savedViews)
        .where(eq(savedViews.projectId, projectId))
        .orderBy(asc(savedViews.name))
        .all(),
} satisfies Operations<SavedViewStore>;

export const writes = {
  add: (connection) => (view, max, entry) =>
    audited(
      connection,
      entry,
      () => {
        const present = connection.db
          .select({ name: savedViews.name })
          .from(savedViews)
          .where(eq(savedViews.projectId, view.projectId))
          .all();
        if (present.some(({ name }) => name === view.name)) return "exists";
        if (present.length >= max) return "full";
        connection.db.insert(savedViews).values(view).run();
        return "added";
      },
      (result) => result === "added",
    ),

  remove: (connection) => (projectId, name, entry) =>
    audited(connection, entry, () => {
      const removed = connection.db
        .delete(savedViews)
        .where(and(eq(savedViews.projectId, projectId), eq(savedViews.name, name)));
      return removed.returning({ name: savedViews.name }).all().length > 0;
    }),
} satisfies Operations<SavedViewStore>;
