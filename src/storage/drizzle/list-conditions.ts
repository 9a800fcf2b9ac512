/** Which entries of a project's lists are meant, as Drizzle's conditions: the same in both stores. */
import { and, type Column, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { ListPage } from "../lists.ts";

type Entries = Readonly<
  Record<"id" | "projectId" | "kind" | "identity" | "version" | "archivedAt", Column>
>;

export function listConditions({ id, projectId, kind, identity, version, archivedAt }: Entries) {
  const one = (project: string, entryId: string) => and(eq(projectId, project), eq(id, entryId));
  return {
    one,

    /** The entry, where it can still be archived. */
    unarchived: (project: string, entryId: string) =>
      and(one(project, entryId), isNull(archivedAt)),

    withIdentity: (project: string, number: number) =>
      and(eq(projectId, project), eq(identity, number)),

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
