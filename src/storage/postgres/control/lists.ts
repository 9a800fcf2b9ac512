import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { listUses } from "../../drizzle/lists.ts";
import { type ListKind, type ListStore, listKinds, type NewListEntry } from "../../port/lists.ts";
import type { Connection, Transaction } from "../connection.ts";
import { methodsOf } from "../perform.ts";
import { audited, auditedMethodsOf } from "./audited.ts";
import { listEntries, projects } from "./schema.ts";

const { ofPage, ...uses } = listUses({ entries: listEntries, projects });

export function listStore(connection: Connection): ListStore {
  const { db } = connection;
  return {
    ...methodsOf({ ...uses.reads, ...uses.writes }, connection),
    ...auditedMethodsOf(uses.changes, connection),

    add: adding(connection),

    page: async (projectId, page) =>
      db
        .select()
        .from(listEntries)
        .where(ofPage(projectId, page))
        .orderBy(desc(listEntries.version), desc(listEntries.id))
        .limit(page.limit),

    async counts(projectId, max) {
      const counted = await connection.sql<{ kind: ListKind; n: number }>(
        `SELECT kind, (SELECT count(*) FROM (SELECT 1 FROM list_entries AS e
           WHERE e.project_id = $1 AND e.kind = kinds.kind AND e.archived_at IS NULL LIMIT $2
         ) AS counted) AS n
         FROM unnest($3::text[]) AS kinds (kind)`,
        [projectId, max, [...listKinds]],
      );
      return Object.fromEntries(counted.map(({ kind, n }) => [kind, n])) as Record<
        ListKind,
        number
      >;
    },

    withIdentities: async (projectId, identities) =>
      db
        .select()
        .from(listEntries)
        .where(
          and(eq(listEntries.projectId, projectId), inArray(listEntries.identity, [...identities])),
        )
        .orderBy(asc(listEntries.version), asc(listEntries.id)),

    identitiesAfter: async (projectId, { version, id }, limit) =>
      db
        .select({
          id: listEntries.id,
          version: listEntries.version,
          identity: listEntries.identity,
          network: listEntries.network,
          hashKey: listEntries.hashKey,
          archivedAt: listEntries.archivedAt,
        })
        .from(listEntries)
        .where(
          and(
            eq(listEntries.projectId, projectId),
            sql`(${listEntries.version}, ${listEntries.id}) > (${version}, ${id})`,
          ),
        )
        .orderBy(asc(listEntries.version), asc(listEntries.id))
        .limit(limit),
  };
}

const adding =
  (connection: Connection): ListStore["add"] =>
  async (entries, audit) => {
    let ids: string[] = [];
    await audited(connection, audit, async (transaction) => {
      const listed = await listedIds(transaction, entries);
      ids = entries.map((entry) => listed.get(nameOf(entry)) ?? entry.id);
      const added = entries.filter(({ id }, n) => ids[n] === id);
      if (added.length === 0) return false;
      const [project] = await transaction.db
        .update(projects)
        .set({ listsVersion: sql`${projects.listsVersion} + 1` })
        .where(eq(projects.id, added[0]!.projectId))
        .returning({ version: projects.listsVersion });
      const { version } = project!;
      await transaction.db
        .insert(listEntries)
        .values(added.map((entry) => ({ ...entry, version })));
      return true;
    });
    return ids;
  };

const nameOf = ({ kind, identity }: Pick<NewListEntry, "kind" | "identity">) =>
  `${kind} ${identity}`;

/** The IDs of entries that are in the lists already, and of the first of several new ones that are alike. */
async function listedIds(
  { db }: Transaction,
  entries: readonly NewListEntry[],
): Promise<Map<string, string>> {
  const { projectId, createdAt } = entries[0]!;
  const rows = await db
    .select({ id: listEntries.id, kind: listEntries.kind, identity: listEntries.identity })
    .from(listEntries)
    .where(
      and(
        eq(listEntries.projectId, projectId),
        inArray(
          listEntries.identity,
          entries.map(({ identity }) => identity),
        ),
        isNull(listEntries.archivedAt),
        or(isNull(listEntries.expiresAt), gt(listEntries.expiresAt, createdAt)),
      ),
    );
  const listed = new Map(rows.map((row) => [nameOf(row), row.id]));
  for (const entry of entries) {
    if (!listed.has(nameOf(entry))) listed.set(nameOf(entry), entry.id);
  }
  return listed;
}
