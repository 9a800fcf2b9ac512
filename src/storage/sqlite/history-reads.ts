/** Velocity's look-up: the earlier attempts with the same identities, from file and memory. */
import type { Database } from "bun:sqlite";
import { and, desc, eq, gte, inArray, lt, lte, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { mergedInOrder } from "../sighting.ts";
import {
  historyLimits,
  type Identities,
  type IdentityKind,
  identityKinds,
  type Sighting,
  type Sightings,
} from "../store.ts";
import { sightings } from "./history-schema.ts";
import { type HotIdentities, hotFrom, learntMax } from "./hot-identities.ts";
import type { RecentSightings } from "./recent-sightings.ts";

const { sightingsPerIdentity } = historyLimits;
/** Above this many rows for all identities together, each is asked for alone, newest first. */
const togetherMax = sightingsPerIdentity * 2;

/** Column values in the order of `columns`: mapped by hand, since these are the hottest rows. */
type Row = number[];
const columns = {
  identity: sightings.identity,
  at: sightings.at,
  tie: sightings.tie,
  ...Object.fromEntries(identityKinds.map((kind) => [kind, sightings[kind]])),
};

/**
 * Most identities of most attempts were never seen, or a few times: one statement asks for all.
 * Only where that brings many rows is each identity asked for alone, newest first and bounded.
 */
export function historyReads(history: Database, recent: () => RecentSightings, hot: HotIdentities) {
  const db = drizzle(history);
  const visible = (identity: ReturnType<typeof eq>) =>
    and(
      eq(sightings.projectId, sql.placeholder("projectId")),
      identity,
      gte(sightings.at, sql.placeholder("since")),
      lte(sightings.at, sql.placeholder("at")),
    );
  const places = identityKinds.map((kind) => sql.placeholder(kind));
  const ofAll = db
    .select(columns)
    .from(sightings)
    .where(visible(inArray(sightings.identity, places)))
    .limit(togetherMax + 1)
    .prepare();
  const alone = db
    .select(columns)
    .from(sightings)
    .where(
      and(
        visible(eq(sightings.identity, sql.placeholder("identity"))),
        // Later ones of the same millisecond would use up the limit.
        or(lt(sightings.at, sql.placeholder("at")), lt(sightings.tie, sql.placeholder("tie"))),
      ),
    )
    .orderBy(desc(sightings.at), desc(sightings.tie))
    .limit(sightingsPerIdentity)
    .prepare();

  const newest = db
    .select(columns)
    .from(sightings)
    .where(
      and(
        eq(sightings.projectId, sql.placeholder("projectId")),
        eq(sightings.identity, sql.placeholder("identity")),
        gte(sightings.at, sql.placeholder("since")),
      ),
    )
    .orderBy(desc(sightings.at), desc(sightings.tie))
    .limit(learntMax)
    .prepare();

  function indexed(
    projectId: string,
    identities: Identities,
    since: number,
    before: { at: number; tie: number },
  ): Row[] {
    const bounds = { projectId, since, ...before };
    // An absent identity is asked for as -1, which none has.
    const asked = Object.fromEntries(identityKinds.map((kind) => [kind, identities[kind] ?? -1]));
    const rows = ofAll.values({ ...bounds, ...asked }) as Row[];
    if (rows.length <= togetherMax) return rows;
    return Object.values(identities).flatMap(
      (identity) => alone.values({ ...bounds, identity }) as Row[],
    );
  }

  return {
    findSightings(
      projectId: string,
      identities: Identities,
      since: number,
      before: { at: number; tie: number },
    ): Sightings {
      // In memory first: what is moved to the file between the two looks is then seen twice.
      const log = recent();
      const found: Found = {};
      const rest: Identities = {};
      for (const [kind, identity] of Object.entries(identities) as [IdentityKind, number][]) {
        const known = hot.find(projectId, identity, since, before);
        if (known === null) rest[kind] = identity;
        else if (known.length > 0) found[kind] = known;
      }
      const inMemory = log.find(projectId, rest, since, before);
      const cold = together(onFile(projectId, rest, since, before), inMemory);
      for (const [kind, sightings] of Object.entries(cold) as [IdentityKind, Sighting[]][]) {
        found[kind] = sightings;
        if (sightings.length >= hotFrom) learn(log, projectId, rest[kind]!, since);
      }
      return found;
    },
  };

  /** What the file has, by kind; in order. */
  function onFile(
    projectId: string,
    identities: Identities,
    since: number,
    before: { at: number; tie: number },
  ): Found {
    const found: Found = {};
    const kinds = new Map(Object.entries(identities).map(([kind, identity]) => [identity, kind]));
    if (kinds.size === 0) return found;
    for (const row of indexed(projectId, identities, since, before)) {
      if (row[1] === before.at && row[2]! >= before.tie) continue;
      const kind = kinds.get(row[0]!) as IdentityKind;
      const seen = found[kind];
      if (seen) seen.push(toSighting(row));
      else found[kind] = [toSighting(row)];
    }
    return found;
  }

  /** Takes all that file and log have of an identity as of now. */
  function learn(log: RecentSightings, projectId: string, identity: number, since: number): void {
    const all = newest.values({ projectId, identity, since }) as Row[];
    const recently = log.all(projectId, identity).filter(({ at }) => at >= since);
    const merged = mergedInOrder(all.map(toSighting).reverse(), recently);
    hot.learn(projectId, identity, merged.slice(-learntMax), since);
  }
}

type Found = Partial<Record<IdentityKind, Sighting[]>>;

/** Both in order, each sighting once, the newest of each identity. */
function together(onFile: Found, inMemory: Found): Found {
  const found: Found = { ...onFile, ...inMemory };
  for (const kind of Object.keys(found) as IdentityKind[]) {
    const all = mergedInOrder(onFile[kind] ?? [], inMemory[kind] ?? []);
    found[kind] = all.slice(-sightingsPerIdentity);
  }
  return found;
}

/** Written out, since a loop over the kinds takes three times as long. */
function toSighting(row: Row): Sighting {
  return {
    at: row[1]!,
    tie: row[2]!,
    linked: {
      email: row[3]!,
      phone: row[4]!,
      booker: row[5]!,
      name: row[6]!,
      device: row[7]!,
      ip: row[8]!,
      hotel: row[9]!,
      collection: row[10]!,
    },
  };
}
