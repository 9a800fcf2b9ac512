import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { anyOf, keyChanges } from "../../drizzle/keys.ts";
import type { KeyOwner, KeyStore } from "../../port/keys.ts";
import type { Connection, Db } from "../connection.ts";
import { readTogether } from "../read-together.ts";
import { audited, auditedMethodsOf } from "./audited.ts";
import { projectColumns } from "./projects.ts";
import { keys, projects } from "./schema.ts";

export function keyStore(connection: Connection): KeyStore {
  const { db } = connection;
  const find = async (id: string) =>
    (await db.select().from(keys).where(eq(keys.id, id)))[0] ?? null;
  return {
    list: async (projectId) =>
      db
        .select()
        .from(keys)
        .where(eq(keys.projectId, projectId))
        .orderBy(asc(keys.createdAt), asc(keys.id)),
    find,
    // Read from the database for every request, those of one turn in one round trip: no copy can
    // accept a key that another one has revoked.
    findOwner: readTogether((hashes) => ownersOf(db, hashes)),

    ...auditedMethodsOf(keyChanges(keys), connection),

    async revoke(keyId, at, entry) {
      await audited(connection, entry, async ({ db }) => {
        const revoked = await db
          .update(keys)
          .set({ revokedAt: at })
          .where(and(eq(keys.id, keyId), isNull(keys.revokedAt)))
          .returning({ id: keys.id });
        return revoked.length > 0;
      });
      return (await find(keyId)) !== null;
    },

    /** In the order of the IDs, so that two copies that write the same keys do not lock each other out. */
    async touch(lastUsed) {
      const used = [...lastUsed].sort(([a], [b]) => (a < b ? -1 : 1));
      await connection.sql(
        `UPDATE keys SET last_used_at = greatest(coalesce(last_used_at, 0), used.at)
         FROM (SELECT keys.id, given.at FROM unnest($1::text[], $2::bigint[]) AS given (id, at)
           JOIN keys ON keys.id = given.id ORDER BY keys.id FOR UPDATE OF keys) AS used
         WHERE keys.id = used.id`,
        [used.map(([id]) => id), used.map(([, at]) => at)],
      );
    },
  };
}

async function ownersOf(db: Db, hashes: readonly string[]): Promise<Map<string, KeyOwner>> {
  const rows = await db
    .select({
      hash: keys.hash,
      keyId: keys.id,
      kind: keys.kind,
      revokedAt: keys.revokedAt,
      allowedOrigins: keys.allowedOrigins,
      expiresAt: keys.expiresAt,
      allowedAddresses: keys.allowedAddresses,
      rateLimit: keys.rateLimit,
      welcomeAgents: projects.welcomeAgents,
      kiosks: projects.kiosks,
      listsVersion: projects.listsVersion,
      webhookEvents: projects.webhookEvents,
      reviewRules: projects.reviewRules,
      controlGroup: projects.controlGroup,
      attributes: projects.attributes,
      project: projectColumns,
    })
    .from(keys)
    .innerJoin(projects, eq(projects.id, keys.projectId))
    .where(inArray(keys.hash, [...hashes]));
  return new Map(
    rows.map(({ hash, expiresAt, allowedAddresses, rateLimit, ...owner }) => {
      const restrictions = anyOf({ expiresAt, allowedAddresses, rateLimit });
      return [hash, { ...owner, restrictions }];
    }),
  );
}
