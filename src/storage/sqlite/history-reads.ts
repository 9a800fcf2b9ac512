/** Velocity's look-up: the earlier attempts with the same identities, from file and memory. */
import type { Database } from "bun:sqlite";
import { and, desc, eq, gte, inArray, lt, lte, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import {
  historyLimits,
  type Identities,
  type IdentityKind,
  identityKinds,
  type Sighting,
  type Sightings,
} from "../store.ts";
import { sightings } from "./history-schema.ts";
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
const linkedFrom = 3;

/**
 * Most identities of most attempts were never seen, or a few times: one statement asks for all.
 * Only where that brings many rows is each identity asked for alone, newest first and bounded.
 */
export function historyReads(history: Database, recent: () => RecentSightings) {
  const db = drizzle(history);
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

  function indexed(
    projectId: string,
    identities: Identities,
    since: number,
    before: { at: number; tie: number },
  ): Row[] {
    const bounds = { projectId, since, ...before };
    // An absent identity is asked for as -1, which none has.
    const asked = Object.fromEntries(identityKinds.map((kind) => [kind, identities[kind] ?? -1]));
    const rows = together.values({ ...bounds, ...asked }) as Row[];
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
      const found = recent().find(projectId, identities, since, before);
      const kinds = new Map(Object.entries(identities).map(([kind, identity]) => [identity, kind]));
      for (const row of indexed(projectId, identities, since, before)) {
        const sighting = toSighting(row);
        if (sighting.at === before.at && sighting.tie >= before.tie) continue;
        add(found, kinds.get(row[0]!) as IdentityKind, sighting);
      }
      return newestInOrder(found);
    },
  };
}

type Found = Partial<Record<IdentityKind, Sighting[]>>;

function add(found: Found, kind: IdentityKind, sighting: Sighting): void {
  found[kind] ??= [];
  const { at, tie } = sighting;
  if (!found[kind].some((other) => other.at === at && other.tie === tie))
    found[kind].push(sighting);
}

function newestInOrder(found: Found): Sightings {
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
