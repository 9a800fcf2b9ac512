/** What is read from `events.db`. */
import type { Database } from "bun:sqlite";
import { and, asc, desc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import {
  type BatchRecord,
  type CollectionRecord,
  type DecisionRecord,
  type FeatureSetRecord,
  historyLimits,
  type IdempotencyRecord,
  type Identities,
  type IdentityKind,
  identityKinds,
  type Sighting,
  type Sightings,
} from "../store.ts";
import {
  batches,
  collections,
  decisions,
  featureSets,
  idempotency,
  sightings,
} from "./events-schema.ts";

const { sightingsPerIdentity } = historyLimits;
/** Above this many rows for all identities together, each is asked for alone, newest first. */
const togetherMax = sightingsPerIdentity * 2;

export function eventsReads(database: Database) {
  const db = drizzle(database);
  const projectId = sql.placeholder("projectId");
  const collection = db
    .select()
    .from(collections)
    .where(and(eq(collections.projectId, projectId), eq(collections.id, sql.placeholder("id"))))
    .prepare();
  const decision = db
    .select()
    .from(decisions)
    .where(and(eq(decisions.projectId, projectId), eq(decisions.id, sql.placeholder("id"))))
    .prepare();
  const replay = db
    .select()
    .from(idempotency)
    .where(
      and(
        eq(idempotency.projectId, projectId),
        eq(idempotency.keyHash, sql.placeholder("keyHash")),
        gte(idempotency.createdAt, sql.placeholder("since")),
      ),
    )
    .prepare();

  return {
    findCollection: (projectId: string, id: string): CollectionRecord | null =>
      collection.get({ projectId, id }) ?? null,

    listBatches: (projectId: string, id: string): BatchRecord[] =>
      db
        .select({
          sequence: batches.sequence,
          receivedAt: batches.receivedAt,
          ip: batches.ip,
          userAgent: batches.userAgent,
          body: batches.body,
        })
        .from(batches)
        .where(and(eq(batches.projectId, projectId), eq(batches.collectionId, id)))
        .orderBy(asc(batches.sequence))
        .all(),

    findDecision: (projectId: string, id: string): DecisionRecord | null =>
      decision.get({ projectId, id }) ?? null,

    findIdempotent: (projectId: string, keyHash: string, since: number): IdempotencyRecord | null =>
      replay.get({ projectId, keyHash, since }) ?? null,

    findFeatureSet: (id: string): FeatureSetRecord | null =>
      db.select().from(featureSets).where(eq(featureSets.id, id)).get() ?? null,

    findSightings: sightingsReader(db),
  };
}

type Row = typeof sightings.$inferSelect;

/**
 * Most identities of most attempts were never seen, or a few times: one statement asks for all.
 * Only where that brings many rows is each identity asked for alone, newest first and bounded.
 */
function sightingsReader(db: ReturnType<typeof drizzle>) {
  const at = sql.placeholder("at");
  const visible = (identity: ReturnType<typeof eq>) =>
    and(
      eq(sightings.projectId, sql.placeholder("projectId")),
      identity,
      gte(sightings.at, sql.placeholder("since")),
      or(
        lt(sightings.at, at),
        and(eq(sightings.at, at), lt(sightings.tie, sql.placeholder("tie"))),
      ),
    );
  const places = identityKinds.map((kind) => sql.placeholder(kind));
  const together = db
    .select()
    .from(sightings)
    .where(visible(inArray(sightings.identity, places)))
    .limit(togetherMax + 1)
    .prepare();
  const alone = db
    .select()
    .from(sightings)
    .where(visible(eq(sightings.identity, sql.placeholder("identity"))))
    .orderBy(desc(sightings.at), desc(sightings.tie))
    .limit(sightingsPerIdentity)
    .prepare();

  return (
    projectId: string,
    identities: Identities,
    since: number,
    before: { at: number; tie: number },
  ): Sightings => {
    const bounds = { projectId, since, at: before.at, tie: before.tie };
    // An absent identity is asked for as -1, which none has.
    const asked = Object.fromEntries(identityKinds.map((kind) => [kind, identities[kind] ?? -1]));
    const rows = together.all({ ...bounds, ...asked });
    if (rows.length > togetherMax) {
      rows.length = 0;
      for (const identity of Object.values(identities)) {
        rows.push(...alone.all({ ...bounds, identity }));
      }
    }
    return grouped(rows, identities);
  };
}

function grouped(rows: readonly Row[], identities: Identities): Sightings {
  const found: Partial<Record<IdentityKind, Sighting[]>> = {};
  if (rows.length === 0) return found;
  for (const [kind, identity] of Object.entries(identities) as [IdentityKind, number][]) {
    const own = rows.filter((row) => row.identity === identity);
    own.sort((a, b) => a.at - b.at || a.tie - b.tie);
    if (own.length > 0) found[kind] = own.slice(-sightingsPerIdentity).map(toSighting);
  }
  return found;
}

function toSighting({ at, tie, projectId: _, identity: __, ...linked }: Row): Sighting {
  return { at, tie, linked };
}
