/**
 * Finding, blanking and erasing what is stored of guests. As in SQLite, the sightings of an identity are
 * the list of work: everything else is deleted first, and those rows last.
 */
import { erasureDigest } from "../port/erasures.ts";
import {
  blankedEvidence,
  blankedRequest,
  type CollectionDevices,
  type GuestDecision,
  type GuestStore,
  type HiddenDecision,
  type IndexedPlace,
  noRows,
  type RemovedRows,
} from "../port/guests.ts";
import type { Connection, Sql, Transaction } from "./connection.ts";
import { deleteDecisionMonths } from "./events/ended-decisions.ts";

/** Identities read at once. */
const identitiesMax = 10_000;

export function guestStore(connection: Connection): GuestStore {
  const { sql } = connection;
  return {
    /** Everything is indexed in the transaction that stores it. */
    async index() {},
    ...found(sql),
    ...dueDecisions(sql),
    ...hiding(connection),
    ...deleting(connection),
    /** What is left in the files is for `guest compact`, which locks the tables: see rewrite-tables.ts. */
    clear: async () => ({ logs: true, copies: [], withoutRemains: true, server: true }),
  };
}

function found(sql: Sql) {
  return {
    async find(projectId, identity, after, limit) {
      const rows = await sql<
        IndexedPlace & { id: string | null; collectionId: string | null; evidence: string | null }
      >(
        `SELECT s.at, s.tie, 0 AS seq, d.id, d.collection_id AS "collectionId", d.evidence
         FROM sightings AS s
         LEFT JOIN attempts AS a ON a.project_id = s.project_id AND a.at = s.at AND a.tie = s.tie
         LEFT JOIN decisions AS d ON d.project_id = a.project_id AND d.id = a.id
         WHERE s.project_id = $1 AND s.identity = $2 AND (s.at, s.tie) > ($3, $4)
           AND a.opened_at IS NULL
         ORDER BY s.at, s.tie LIMIT $5`,
        [projectId, identity, after?.at ?? -1, after?.tie ?? -1, limit],
      );
      return rows.map(
        ({ evidence, ...row }): GuestDecision => ({
          ...row,
          deviceIds: devicesOf(evidence, (read) => (read as Evidence).collection?.deviceIds),
        }),
      );
    },

    async matching(projectId, key, digests) {
      const wanted = new Set(digests);
      const matches: number[] = [];
      if (wanted.size === 0) return matches;
      for (let last = Number.MIN_SAFE_INTEGER; ; ) {
        const rows = await sql<{ identity: number }>(
          `SELECT DISTINCT identity FROM sightings WHERE project_id = $1 AND identity > $2
           ORDER BY identity LIMIT ${identitiesMax}`,
          [projectId, last],
        );
        for (const { identity } of rows) {
          if (wanted.has(erasureDigest(key, projectId, identity))) matches.push(identity);
        }
        if (rows.length < identitiesMax) return matches;
        last = rows.at(-1)!.identity;
      }
    },

    async collectionDevices(projectId, id, limit) {
      const rows = await sql<{ id: string; summary: string }>(
        "SELECT id, summary FROM collections WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3",
        [projectId, id, limit],
      );
      return rows.map(
        ({ id, summary }): CollectionDevices => ({
          id,
          firstAt: Number((parsed(summary) as { firstAt?: number }).firstAt ?? 0),
          deviceIds: devicesOf(summary, (read) => (read as { deviceIds?: string[] }).deviceIds),
        }),
      );
    },
  } satisfies Partial<GuestStore>;
}

const isDue = (wholly: boolean) =>
  `a.project_id = $1 AND a.at < $2 AND a.opened_at IS NULL ${wholly ? "" : "AND NOT a.blanked"}`;

/** Decisions whose retention has ended. */
function dueDecisions(sql: Sql) {
  return {
    due: (projectId, before, wholly, limit) =>
      sql<IndexedPlace>(
        `SELECT a.at, a.tie, 0 AS seq FROM attempts AS a
         WHERE ${isDue(wholly)} ORDER BY a.at, a.tie LIMIT $3`,
        [projectId, before, limit],
      ),

    async dueCount(projectId, before, wholly) {
      const [row] = await sql<{ decisions: number; oldestAt: number | null }>(
        `SELECT count(*) AS decisions, min(a.at) AS "oldestAt" FROM attempts AS a
         WHERE ${isDue(wholly)}`,
        [projectId, before],
      );
      return row!;
    },
  } satisfies Partial<GuestStore>;
}

interface Evidence {
  collection?: { deviceIds?: string[] } | null;
}

function devicesOf(json: string | null, of: (read: object) => string[] | null | undefined) {
  return of(parsed(json ?? "{}")) ?? [];
}

/** A single row that was edited by hand must not stop an erasure. */
function parsed(json: string): object {
  try {
    return Object(JSON.parse(json)) as object;
  } catch {
    return {};
  }
}

const asked = "unnest($2::bigint[], $3::bigint[]) AS asked (at, tie)";
const isAsked = (table: string) =>
  `${table}.project_id = $1 AND ${table}.at = asked.at AND ${table}.tie = asked.tie`;

function momentsOf(places: readonly { at: number; tie: number }[]) {
  return [places.map(({ at }) => at), places.map(({ tie }) => tie)] as const;
}

function hiding(connection: Connection) {
  return {
    hide: (projectId, places, kept) =>
      connection.transaction(async ({ sql }) => {
        const moments = momentsOf(places);
        const rows = await sql<HiddenRow>(
          `SELECT asked.at, asked.tie, d.id, d.request = $4 AS blanked, a.identities
           FROM ${asked}
           LEFT JOIN attempts AS a ON ${isAsked("a")}
           LEFT JOIN decisions AS d ON d.project_id = a.project_id AND d.id = a.id`,
          [projectId, ...moments, blankedRequest],
        );
        const values = [projectId, ...moments, kept] as const;
        await sql(
          `DELETE FROM sightings AS s USING ${asked}
           WHERE ${isAsked("s")} AND s.identity IS DISTINCT FROM $4`,
          values,
        );
        await deleteReports(sql, projectId, rows);
        await sql(`UPDATE attempts AS a SET request = NULL FROM ${asked} WHERE ${isAsked("a")}`, [
          projectId,
          ...moments,
        ]);
        return rows.map(hiddenOf);
      }),

    async forget(projectId, decisions, kept, wholly) {
      await connection.transaction(async ({ sql }) => {
        const values = [projectId, ...momentsOf(decisions)] as const;
        await sql(`DELETE FROM sightings AS s USING ${asked} WHERE ${isAsked("s")}`, values);
        const all = decisions.map((one) => ({ ...one, identities: [...one.identities, kept] }));
        await deleteReports(sql, projectId, all);
        await sql(
          wholly
            ? `DELETE FROM attempts AS a USING ${asked} WHERE ${isAsked("a")}`
            : `UPDATE attempts AS a SET blanked = true, identities = NULL, sighting = '', request = NULL
               FROM ${asked} WHERE ${isAsked("a")}`,
          values,
        );
      });
    },
  } satisfies Partial<GuestStore>;
}

interface HiddenRow {
  at: number;
  tie: number;
  id: string | null;
  blanked: boolean | null;
  identities: (number | string | null)[] | null;
}

function hiddenOf({ at, tie, id, blanked, identities }: HiddenRow): HiddenDecision {
  return {
    at,
    tie,
    seq: 0,
    id,
    isBlanked: blanked === true,
    identities: (identities ?? []).flatMap((one) => (one === null ? [] : Number(one))),
    blanked: "", // What figures are counted by stays in the attempt's row.
    counted: null,
  };
}

async function deleteReports(
  sql: Sql,
  projectId: string,
  rows: readonly Pick<HiddenRow, "at" | "tie" | "identities">[],
): Promise<void> {
  const all = rows.flatMap(({ at, tie, identities }) =>
    (identities ?? []).flatMap((one) => (one === null ? [] : { at, tie, identity: Number(one) })),
  );
  await sql(
    `DELETE FROM reports AS r
     USING unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS asked (at, tie, identity)
     WHERE ${isAsked("r")} AND r.identity = asked.identity`,
    [projectId, ...momentsOf(all), all.map(({ identity }) => identity)],
  );
}

function deleting(connection: Connection) {
  const { transaction } = connection;
  const removing = (work: (transaction: Transaction) => Promise<RemovedRows>) => transaction(work);
  return {
    blank: (projectId, decisions) =>
      removing(async ({ sql }) => {
        const ids = decisions.map(({ id }) => id);
        const changed = counter(sql, projectId, ids);
        await changed(
          `UPDATE reviews SET second_at = NULL
           WHERE project_id = $1 AND decision_id = ANY ($2) AND second_verdict IS NULL`,
        );
        return {
          ...noRows,
          ...(await deleteBelongings(changed)),
          reviews: await changed(
            "DELETE FROM reviews WHERE project_id = $1 AND decision_id = ANY ($2) AND decided_at IS NULL",
          ),
          outcomes: await changed(
            "UPDATE outcomes SET note = NULL, request_id = '' WHERE project_id = $1 AND decision_id = ANY ($2)",
          ),
          decisions: await changed(
            `UPDATE decisions SET request = $3, evidence = $4, request_id = '', collection_id = NULL,
               challenge = (challenge::jsonb - 'draw')::text,
               control_group = jsonb_set(control_group::jsonb, '{draw}', 'null')::text
             WHERE project_id = $1 AND id = ANY ($2)`,
            [blankedRequest, blankedEvidence],
          ),
        };
      }),

    deleteDecisions: (projectId, ids) =>
      removing(async ({ sql }) => {
        const changed = counter(sql, projectId, ids);
        const of = "WHERE project_id = $1 AND decision_id = ANY ($2)";
        return {
          ...(await deleteBelongings(changed)),
          outcomes: await changed(`DELETE FROM outcomes ${of}`),
          shadowScores: await changed(`DELETE FROM shadow_scores ${of}`),
          reviews: await changed(`DELETE FROM reviews ${of}`),
          decisions: await changed("DELETE FROM decisions WHERE project_id = $1 AND id = ANY ($2)"),
        };
      }),

    deleteMonths: (isOver, stopped) => deleteDecisionMonths(connection, isOver, stopped),

    deleteCollections: (projectId, ids) =>
      transaction(async ({ sql }) => {
        const changed = counter(sql, projectId, ids);
        return {
          batches: await changed(
            "DELETE FROM batches WHERE project_id = $1 AND collection_id = ANY ($2)",
          ),
          collections: await changed(
            "DELETE FROM collections WHERE project_id = $1 AND id = ANY ($2)",
          ),
        };
      }),
  } satisfies Partial<GuestStore>;
}

type Changed = (statement: string, more?: readonly string[]) => Promise<number>;

/** @returns a function that performs a statement on some IDs, and returns how many rows it changed. */
function counter(sql: Sql, projectId: string, ids: readonly string[]): Changed {
  return async (statement, more = []) => {
    const [row] = await sql<{ n: number }>(
      `WITH changed AS (${statement} RETURNING 1) SELECT count(*) AS n FROM changed`,
      [projectId, ids, ...more],
    );
    return row!.n;
  };
}

/** A decision's reasons and idempotency key. */
async function deleteBelongings(changed: Changed) {
  const of = "WHERE project_id = $1 AND decision_id = ANY ($2)";
  return {
    reasons: await changed(`DELETE FROM reasons ${of}`),
    idempotencyKeys: await changed(`DELETE FROM idempotency ${of}`),
  };
}
