/** Filters that a project's people share under a name. */
import { and, asc, eq } from "drizzle-orm";
import type { SavedViewRecord, SavedViewStore } from "../port/saved-views.ts";
import { type Changes, isAny, rows, run, type Table, type Uses } from "./uses.ts";

export function savedViewUses(savedViews: Table<"projectId" | "name">) {
  const ofProject = (projectId: string) => eq(savedViews.projectId, projectId);
  const { name } = savedViews;

  const reads = {
    list: (db, projectId) =>
      rows<SavedViewRecord>(
        db.select().from(savedViews).where(ofProject(projectId)).orderBy(asc(name)),
      ),
  } satisfies Uses<SavedViewStore>;

  const changes = {
    *add(db, view, max) {
      const present = yield* rows<{ name: string }>(
        db.select({ name }).from(savedViews).where(ofProject(view.projectId)),
      );
      if (present.some((one) => one.name === view.name)) return "exists";
      if (present.length >= max) return "full";
      yield* run(db.insert(savedViews).values({ ...view }));
      return "added";
    },

    remove: (db, projectId, named) =>
      isAny(
        db
          .delete(savedViews)
          .where(and(ofProject(projectId), eq(name, named)))
          .returning({ name }),
      ),
  } satisfies Changes<SavedViewStore>;

  return { reads, changes };
}
