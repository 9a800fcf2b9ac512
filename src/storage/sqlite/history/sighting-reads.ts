/** Finds earlier attempts with the same identities, in the file and in memory. */
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
import { projectNumbers } from "./project-numbers.ts";
import type { RecentEntries } from "./recent.ts";
import { attempts, sightings } from "./schema.ts";

const { sightingsPerIdentity } = velocityLimits;
/** If all identities together have more rows than this, each is queried alone, newest first. */
const togetherMax = sightingsPerIdentity * 2;

/** Column values in the order of `columns`: mapped by hand, since these are the hottest rows. */
type Row = number[];
const { project: _, ...attemptColumns } = getTableColumns(attempts);
const columns = { identity: sightings.identity, ...attemptColumns };

type Found = Partial<Record<IdentityKind, Sighting[]>>;
type Bounds = Record<"project" | "since" | "at" | "tie", number>;

/** Finds the earlier attempts with the same identities. */
export class SightingReads {
  readonly #hot: HotIdentities;
  readonly #number: (projectId: string) => number | null;
  readonly #statements: Statements;

  constructor(history: Database, hot: HotIdentities) {
    this.#hot = hot;
    this.#number = projectNumbers(history);
    this.#statements = statements(history);
  }

  find(
    log: RecentEntries<LoggedAttempt>,
    projectId: string,
    identities: Identities,
    since: number,
    before: Moment,
  ): Sightings {
    const found: Found = {};
    const rest: Identities = {};
    for (const [kind, identity] of Object.entries(identities) as [IdentityKind, number][]) {
      const known = this.#hot.find(projectId, identity, since, before);
      if (known === null) rest[kind] = identity;
      else if (known.length > 0) found[kind] = known;
    }
    const indexed = this.#onFile(projectId, rest, since, before);
    for (const [kind, identity] of Object.entries(rest) as [IdentityKind, number][]) {
      const recently = within(log.of(projectId, identity), since, before);
      const all = mergedInOrder(indexed[kind] ?? [], recently).slice(-sightingsPerIdentity);
      if (all.length > 0) found[kind] = all;
      if (all.length >= hotFrom) this.#learn(log, projectId, identity, since);
    }
    return found;
  }

  /** What the file has, by kind, in order. */
  #onFile(projectId: string, identities: Identities, since: number, before: Moment): Found {
    const found: Found = {};
    const kinds = new Map(Object.entries(identities).map(([kind, identity]) => [identity, kind]));
    const project = this.#number(projectId);
    if (kinds.size === 0 || project === null) return found;
    for (const row of this.#rows(identities, { project, since, at: before.at, tie: before.tie })) {
      if (row[1] === before.at && row[2]! >= before.tie) continue;
      const kind = kinds.get(row[0]!) as IdentityKind;
      const others = found[kind];
      if (others) others.push(toSighting(row));
      else found[kind] = [toSighting(row)];
    }
    for (const all of Object.values(found)) inOrder(all);
    return found;
  }

  /**
   * Most identities of most attempts are new or were seen a few times, so one statement reads all
   * of them. If that finds many rows, each identity is read by itself, bounded and newest first.
   */
  #rows(identities: Identities, bounds: Bounds): Row[] {
    const { together, alone } = this.#statements;
    // -1 stands for an absent identity: no row has it.
    const values = Object.fromEntries(identityKinds.map((kind) => [kind, identities[kind] ?? -1]));
    const rows = together.values({ ...bounds, ...values }) as Row[];
    if (rows.length <= togetherMax) return rows;
    return Object.values(identities).flatMap(
      (identity) => alone.values({ ...bounds, identity }) as Row[],
    );
  }

  /** Caches everything that file and log have of an identity as of now. */
  #learn(
    log: RecentEntries<LoggedAttempt>,
    projectId: string,
    identity: number,
    since: number,
  ): void {
    const project = this.#number(projectId);
    const rows =
      project === null ? [] : this.#statements.newest.values({ project, identity, since });
    const indexed = inOrder((rows as Row[]).map(toSighting));
    const recently = log.of(projectId, identity).map(({ sighting }) => sighting);
    const merged = mergedInOrder(
      indexed,
      recently.filter(({ at }) => at >= since),
    );
    this.#hot.learn(projectId, identity, merged.slice(-learntMax), since);
  }
}

type Statements = ReturnType<typeof statements>;

function statements(history: Database) {
  const db = drizzle(history);
  /** In this order of joining, each attempt is found by its key. */
  const rowsWhere = (condition: SQL | undefined) =>
    db
      .select(columns)
      .from(sightings)
      .crossJoin(attempts)
      .where(
        and(
          eq(sightings.project, sql.placeholder("project")),
          gte(sightings.at, sql.placeholder("since")),
          condition,
          eq(attempts.project, sightings.project),
          eq(attempts.at, sightings.at),
          eq(attempts.tie, sightings.tie),
        ),
      );
  const upTo = lte(sightings.at, sql.placeholder("at"));
  const one = eq(sightings.identity, sql.placeholder("identity"));
  const all = inArray(
    sightings.identity,
    identityKinds.map((kind) => sql.placeholder(kind)),
  );
  // Later attempts of the same millisecond would use up the limit.
  const earlier = or(
    lt(sightings.at, sql.placeholder("at")),
    lt(sightings.tie, sql.placeholder("tie")),
  );
  const newestFirst = [desc(sightings.at), desc(sightings.tie)];
  return {
    together: rowsWhere(and(all, upTo))
      .limit(togetherMax + 1)
      .prepare(),
    alone: rowsWhere(and(one, upTo, earlier))
      .orderBy(...newestFirst)
      .limit(sightingsPerIdentity)
      .prepare(),
    newest: rowsWhere(one)
      .orderBy(...newestFirst)
      .limit(learntMax)
      .prepare(),
  };
}

/** Rows come in the order of the key, ascending or descending. */
function inOrder(sightings: Sighting[]): Sighting[] {
  const [first, last] = [sightings[0], sightings.at(-1)];
  return first && last && isBefore(last, first) ? sightings.reverse() : sightings;
}

/** Searches all of the log, since an import adds older attempts after newer ones. */
function within(log: readonly LoggedAttempt[], since: number, before: Moment): Sighting[] {
  const found: Sighting[] = [];
  for (const { sighting } of log) {
    if (sighting.at >= since && isBefore(sighting, before)) found.push(sighting);
  }
  return found;
}

/** Written out: a loop over the kinds takes three times as long. */
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
      surname: row[17]!,
    },
  };
}
