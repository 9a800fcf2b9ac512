import { and, desc, eq, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { listUses } from "../../drizzle/lists.ts";
import {
  type ListedIdentity,
  type ListKind,
  type ListPlace,
  type ListStore,
  listKinds,
  type NewListEntry,
} from "../../port/lists.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import { audited, auditedOperationsOf } from "./audited.ts";
import { listEntries, projects } from "./schema.ts";

const { ofPage, ...uses } = listUses({
  entries: shared(listEntries),
  projects: shared(projects),
});

/** So that SQLite finds few rows by their numbers and sorts them, instead of reading all in their order. */
const unindexed = (column: AnySQLiteColumn) => sql`+${column}`;

const oldestFirst = (a: ListPlace, b: ListPlace) => a.version - b.version || (a.id < b.id ? -1 : 1);

export const reads = {
  ...operationsOf(uses.reads),

  page:
    ({ db }) =>
    (projectId, page) =>
      db
        .select()
        .from(listEntries)
        .where(ofPage(projectId, page))
        .orderBy(
          ...[listEntries.version, listEntries.id].map((column) =>
            desc(page.identities ? unindexed(column) : column),
          ),
        )
        .limit(page.limit)
        .all(),

  counts: ({ database }) => {
    const count = database.prepare<{ n: number }, [string, string, number]>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM list_entries
         WHERE project_id = ? AND kind = ? AND archived_at IS NULL LIMIT ?)`,
    );
    return (projectId, max) =>
      Object.fromEntries(
        listKinds.map((kind) => [kind, count.get(projectId, kind, max)!.n]),
      ) as Record<ListKind, number>;
  },

  /**
   * Prepared once: every request that is listed reads here. A read for each number, since most requests have one: a
   * single read with all numbers in a JSON parameter takes SQLite ten times as long.
   */
  withIdentities: ({ db }) => {
    const { projectId, identity } = listEntries;
    const found = db
      .select()
      .from(listEntries)
      .where(
        and(eq(projectId, sql.placeholder("projectId")), eq(identity, sql.placeholder("identity"))),
      )
      .prepare();
    return (project, identities) =>
      [...new Set(identities)]
        .flatMap((number) => found.all({ projectId: project, identity: number }))
        .sort(oldestFirst);
  },

  /** Without a query builder: all entries are read here when the service starts. */
  identitiesAfter: ({ database }) => {
    const page = database.prepare<ListedIdentity, [string, number, string, number]>(
      `SELECT id, version, identity, network, hash_key AS hashKey, archived_at AS archivedAt FROM list_entries
       WHERE project_id = ? AND (version, id) > (?, ?) ORDER BY version, id LIMIT ?`,
    );
    return (projectId, { version, id }, limit) => page.all(projectId, version, id, limit);
  },
} satisfies Operations<ListStore>;

export const writes = {
  ...operationsOf(uses.writes),
  ...auditedOperationsOf(uses.changes),

  add: (connection) => {
    const { db, database } = connection;
    const listed = database.prepare<{ id: string }, [string, number, string, number]>(
      `SELECT id FROM list_entries WHERE project_id = ? AND identity = ? AND kind = ?
         AND archived_at IS NULL AND coalesce(expires_at > ?, TRUE) LIMIT 1`,
    );
    const next = database.prepare<{ version: number }, [string]>(
      "UPDATE projects SET lists_version = lists_version + 1 WHERE id = ? RETURNING lists_version AS version",
    );
    const idOf = ({ projectId, identity, kind, createdAt }: NewListEntry) =>
      listed.get(projectId, identity, kind, createdAt)?.id;
    return (entries, audit) => {
      let ids: string[] = [];
      const add = () => {
        let version: number | null = null;
        ids = entries.map((entry) => {
          const known = idOf(entry);
          if (known !== undefined) return known;
          version ??= next.get(entry.projectId)!.version;
          db.insert(listEntries)
            .values({ ...entry, version })
            .run();
          return entry.id;
        });
        return version !== null;
      };
      audited(connection, audit, add);
      return ids;
    };
  },
} satisfies Operations<ListStore>;
