/** A project's lists: what both databases are asked in the same way. */
import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { ListEntryRecord, ListPage, ListStore } from "../port/lists.ts";
import { type Changes, first, isAny, rows, type Table, type Uses } from "./uses.ts";

interface Tables {
  entries: Table<"id" | "projectId" | "kind" | "identity" | "version" | "createdAt" | "archivedAt">;
  projects: Table<"id" | "listsVersion">;
}

export function listUses({ entries, projects }: Tables) {
  const { id, projectId, kind, identity, version, createdAt, archivedAt } = entries;
  const one = (project: string, entryId: string) => and(eq(projectId, project), eq(id, entryId));

  const reads = {
    find: (db, project, entryId) =>
      first<ListEntryRecord>(db.select().from(entries).where(one(project, entryId))),

    projects: (db) =>
      rows<{ projectId: string; version: number }>(
        db
          .select({ projectId: projects.id, version: projects.listsVersion })
          .from(projects)
          .where(gt(projects.listsVersion, 0)),
      ),
  } satisfies Uses<ListStore>;

  const writes = {
    *erase(db, project, number, until) {
      const ofGuest = and(eq(projectId, project), eq(identity, number), lte(createdAt, until));
      return (yield* rows(db.delete(entries).where(ofGuest).returning({ id }))).length;
    },
  } satisfies Uses<ListStore>;

  const changes = {
    *archive(db, project, entryId, by) {
      const archiving = db
        .update(entries)
        .set({ archivedBy: by.actor, archivedAt: by.at })
        .where(and(one(project, entryId), isNull(archivedAt)));
      return yield* isAny(archiving.returning({ id }));
    },
  } satisfies Changes<ListStore>;

  return {
    reads,
    writes,
    changes,

    ofPage: (project: string, { before, ...page }: ListPage) =>
      and(
        eq(projectId, project),
        eq(kind, page.kind),
        page.identities ? inArray(identity, [...page.identities]) : undefined,
        (page.archived ? isNotNull : isNull)(archivedAt),
        before ? sql`(${version}, ${id}) < (${before.version}, ${before.id})` : undefined,
      ),
  };
}
