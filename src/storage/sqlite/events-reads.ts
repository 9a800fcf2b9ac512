/** What is read from `events.db`. */
import type { Database } from "bun:sqlite";
import { and, asc, desc, eq, gte, inArray, lte, sql } from "drizzle-orm";
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

/** Column values in the order of `columns`: mapped by hand, since these are the hottest rows. */
type Row = number[];
const columns = {
  identity: sightings.identity,
  at: sightings.at,
  tie: sightings.tie,
  ...Object.fromEntries(identityKinds.map((kind) => [kind, sightings[kind]])),
};
const linkedFrom = 3;

/**
 * Most identities of most attempts were never seen, or a few times: one statement asks for all.
 * Only where that brings many rows is each identity asked for alone, newest first and bounded.
 */
function sightingsReader(db: ReturnType<typeof drizzle>) {
  const visible = (identity: ReturnType<typeof eq>) =>
    and(
      eq(sightings.projectId, sql.placeholder("projectId")),
      identity,
      gte(sightings.at, sql.placeholder("since")),
      lte(sightings.at, sql.placeholder("at")),
    );
  const places = identityKinds.map((kind) => sql.placeholder(kind));
  const together = db
    .select(columns)
    .from(sightings)
    .where(visible(inArray(sightings.identity, places)))
    .limit(togetherMax + 1)
    .prepare();
  const alone = db
    .select(columns)
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
    const bounds = { projectId, since, at: before.at };
    // An absent identity is asked for as -1, which none has.
    const asked = Object.fromEntries(identityKinds.map((kind) => [kind, identities[kind] ?? -1]));
    let rows = together.values({ ...bounds, ...asked }) as Row[];
    if (rows.length > togetherMax) {
      rows = Object.values(identities).flatMap(
        (identity) => alone.values({ ...bounds, identity }) as Row[],
      );
    }
    return grouped(rows, identities, before);
  };
}

function grouped(
  rows: readonly Row[],
  identities: Identities,
  before: { at: number; tie: number },
): Sightings {
  const found: Partial<Record<IdentityKind, Sighting[]>> = {};
  if (rows.length === 0) return found;
  const kindOf = new Map(Object.entries(identities).map(([kind, identity]) => [identity, kind]));
  for (const row of rows) {
    const sighting = toSighting(row);
    if (sighting.at === before.at && sighting.tie >= before.tie) continue;
    const kind = kindOf.get(row[0]!) as IdentityKind;
    found[kind] ??= [];
    found[kind].push(sighting);
  }
  for (const kind of Object.keys(found) as IdentityKind[]) {
    found[kind]!.sort((a, b) => a.at - b.at || a.tie - b.tie);
    found[kind] = found[kind]!.slice(-sightingsPerIdentity);
  }
  return found;
}

function toSighting(row: Row): Sighting {
  const linked = {} as Sighting["linked"];
  identityKinds.forEach((kind, i) => {
    linked[kind] = row[linkedFrom + i]!;
  });
  return { at: row[1]!, tie: row[2]!, linked };
}
