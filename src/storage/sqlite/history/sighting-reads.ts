/** Velocity's look-up: the earlier attempts with the same identities, from file and memory. */
import type { Database } from "bun:sqlite";
import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { isBefore, mergedInOrder } from "../../sighting.ts";
import {
  type Identities,
  type IdentityKind,
  identityKinds,
  type Moment,
  type Sighting,
  type Sightings,
  velocityLimits,
} from "../../velocity.ts";
import type { LoggedAttempt } from "../events/attempt-log.ts";
import { type HotIdentities, hotFrom, learntMax } from "./hot-identities.ts";
import { projectNumber } from "./project-number.ts";
import type { RecentEntries } from "./recent.ts";
import { attempts, sightings } from "./schema.ts";

const { sightingsPerIdentity } = velocityLimits;
/** Above this many rows for all identities together, each is asked for alone, newest first. */
const togetherMax = sightingsPerIdentity * 2;

/** Column values in the order of `columns`: mapped by hand, since these are the hottest rows. */
type Row = number[];
const { project: _, ...ofAttempt } = getTableColumns(attempts);
const columns = { identity: sightings.identity, ...ofAttempt };

type Found = Partial<Record<IdentityKind, Sighting[]>>;

/**
 * Most identities of most attempts were never seen, or a few times: one statement asks for all.
 * Only where that brings many rows is each identity asked for alone, newest first and bounded.
 */
export function sightingReads(history: Database, hot: HotIdentities) {
  const db = drizzle(history);
  /** The attempts of the sightings that fit; in this order, each attempt is one look-up. */
  const rowsWhere = (fits: SQL | undefined) =>
    db
      .select(columns)
      .from(sightings)
      .crossJoin(attempts)
      .where(
        and(
          eq(sightings.project, sql.placeholder("project")),
          gte(sightings.at, sql.placeholder("since")),
          fits,
          eq(attempts.project, sightings.project),
          eq(attempts.at, sightings.at),
          eq(attempts.tie, sightings.tie),
        ),
      );
  const upTo = lte(sightings.at, sql.placeholder("at"));
  const one = eq(sightings.identity, sql.placeholder("identity"));
  const places = identityKinds.map((kind) => sql.placeholder(kind));
  const ofAll = rowsWhere(and(inArray(sightings.identity, places), upTo))
    .limit(togetherMax + 1)
    .prepare();
  // Later ones of the same millisecond would use up the limit.
  const earlier = or(
    lt(sightings.at, sql.placeholder("at")),
    lt(sightings.tie, sql.placeholder("tie")),
  );
  const alone = rowsWhere(and(one, upTo, earlier))
    .orderBy(desc(sightings.at), desc(sightings.tie))
    .limit(sightingsPerIdentity)
    .prepare();
  const newest = rowsWhere(one)
    .orderBy(desc(sightings.at), desc(sightings.tie))
    .limit(learntMax)
    .prepare();

  /** What the file has, by kind; in order. */
  function onFile(projectId: string, identities: Identities, since: number, before: Moment): Found {
    const found: Found = {};
    const kinds = new Map(Object.entries(identities).map(([kind, identity]) => [identity, kind]));
    if (kinds.size === 0) return found;
    const bounds = { project: projectNumber(projectId), since, at: before.at, tie: before.tie };
    for (const row of rowsOf(identities, bounds)) {
      if (row[1] === before.at && row[2]! >= before.tie) continue;
      const kind = kinds.get(row[0]!) as IdentityKind;
      const seen = found[kind];
      if (seen) seen.push(toSighting(row));
      else found[kind] = [toSighting(row)];
    }
    for (const seen of Object.values(found)) inOrder(seen);
    return found;
  }

  function rowsOf(identities: Identities, bounds: Record<string, number>): Row[] {
    // An absent identity is asked for as -1, which none has.
    const asked = Object.fromEntries(identityKinds.map((kind) => [kind, identities[kind] ?? -1]));
    const rows = ofAll.values({ ...bounds, ...asked }) as Row[];
    if (rows.length <= togetherMax) return rows;
    return Object.values(identities).flatMap(
      (identity) => alone.values({ ...bounds, identity }) as Row[],
    );
  }

  /** Takes all that file and log have of an identity as of now. */
  function learn(
    log: RecentEntries<LoggedAttempt>,
    projectId: string,
    identity: number,
    since: number,
  ): void {
    const asked = { project: projectNumber(projectId), identity, since };
    const all = inOrder((newest.values(asked) as Row[]).map(toSighting));
    const recently = log.of(projectId, identity).map(({ sighting }) => sighting);
    const merged = mergedInOrder(
      all,
      recently.filter(({ at }) => at >= since),
    );
    hot.learn(projectId, identity, merged.slice(-learntMax), since);
  }

  /** The earlier attempts with the same identities. */
  return (
    log: RecentEntries<LoggedAttempt>,
    projectId: string,
    identities: Identities,
    since: number,
    before: Moment,
  ): Sightings => {
    const found: Found = {};
    const rest: Identities = {};
    for (const [kind, identity] of Object.entries(identities) as [IdentityKind, number][]) {
      const known = hot.find(projectId, identity, since, before);
      if (known === null) rest[kind] = identity;
      else if (known.length > 0) found[kind] = known;
    }
    const filed = onFile(projectId, rest, since, before);
    for (const [kind, identity] of Object.entries(rest) as [IdentityKind, number][]) {
      const recently = within(log.of(projectId, identity), since, before);
      const seen = mergedInOrder(filed[kind] ?? [], recently).slice(-sightingsPerIdentity);
      if (seen.length > 0) found[kind] = seen;
      if (seen.length >= hotFrom) learn(log, projectId, identity, since);
    }
    return found;
  };
}

/** Rows come in the order of the key, either way round. */
function inOrder(sightings: Sighting[]): Sighting[] {
  const [first, last] = [sightings[0], sightings.at(-1)];
  return first && last && isBefore(last, first) ? sightings.reverse() : sightings;
}

/** All of the log: an import puts older ones behind newer ones. In the log's order. */
function within(log: readonly LoggedAttempt[], since: number, before: Moment): Sighting[] {
  const found: Sighting[] = [];
  for (const { sighting } of log) {
    if (sighting.at >= since && isBefore(sighting, before)) found.push(sighting);
  }
  return found;
}

/** Written out, since a loop over the kinds takes three times as long. */
function toSighting(row: Row): Sighting {
  return {
    at: row[1]!,
    tie: row[2]!,
    checkIn: row[3]!,
    checkOut: row[4]!,
    linked: {
      email: row[5]!,
      phone: row[6]!,
      booker: row[7]!,
      name: row[8]!,
      device: row[9]!,
      ip: row[10]!,
      network: row[11]!,
      domain: row[12]!,
      hotel: row[13]!,
      collection: row[14]!,
      city: row[15]!,
      look: row[16]!,
    },
  };
}
