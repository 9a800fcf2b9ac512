/** Finds earlier attempts with the same identities, in the file and in memory. */
import type { Database, Statement } from "bun:sqlite";
import { isBefore, mergedInOrder, type SightingValues, toSighting } from "../../port/sighting.ts";
import {
  type Identities,
  type IndexedKind,
  indexedKinds,
  type Moment,
  type Sighting,
  type Sightings,
  velocityLimits,
} from "../../port/velocity.ts";
import { type HotIdentities, hotFrom, learntMax, sharedKinds } from "./hot-identities.ts";
import type { KnownIdentities } from "./known-identities.ts";
import { projectNumbers } from "./project-numbers.ts";
import type { RecentAttempts } from "./recent-attempts.ts";

const { sightingsPerIdentity } = velocityLimits;
/** If all identities together have more rows than this, each is queried alone, newest first. */
const togetherMax = sightingsPerIdentity * 2;

/** The values of a sighting, then the identity by which it was found. */
const columns =
  "a.at, a.tie, a.check_in, a.check_out, a.email, a.phone, a.booker, a.name, a.device, a.ip, " +
  "a.network, a.domain, a.hotel, a.collection, a.city, a.look, a.surname, " +
  "a.card, a.amount, a.score, s.identity";
const identityColumn = columns.split(", ").length - 1;

type Found = Partial<Record<IndexedKind, Sighting[]>>;

/** Finds the earlier attempts with the same identities. */
export class SightingReads {
  readonly #hot: HotIdentities;
  readonly #known: KnownIdentities;
  readonly #number: (projectId: string) => number | null;
  readonly #statements: Statements;

  constructor(history: Database, hot: HotIdentities, known: KnownIdentities) {
    this.#hot = hot;
    this.#known = known;
    this.#number = projectNumbers(history);
    this.#statements = statements(history);
  }

  find(
    recent: RecentAttempts,
    projectId: string,
    identities: Identities,
    since: number,
    before: Moment,
  ): Sightings {
    const found: Found = {};
    /** Those that the file may have more of than memory. */
    const asked: Asked[] = [];
    for (const kind of indexedKinds) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      let known = this.#hot.find(projectId, identity, since, before);
      if (known === null) {
        const search = { projectId, identity, since };
        known = this.#inMemory(recent, search, before);
        if (known === null && sharedKinds.has(kind)) known = this.#shared(recent, search, before);
      }
      if (known === null) asked.push({ kind, identity });
      else if (known.length > 0) found[kind] = known;
    }
    if (asked.length === 0) return found;
    const indexed = this.#onFile(projectId, asked, since);
    for (const { kind, identity } of asked) {
      const search = { projectId, identity, since };
      const rows = indexed && (indexed[kind] ?? []);
      const all = this.#merged(recent, search, before, rows ?? this.#alone(search, before));
      if (all.length > 0) found[kind] = all;
      // Most guests' own identities are not asked for again soon.
      if (all.length >= hotFrom) this.#learn(recent, search, rows);
    }
    return found;
  }

  /**
   * Cached first, since it is asked for again. Each is queried alone: two of them often have more rows
   * than one query for all may return, and that query would have been wasted.
   */
  #shared(recent: RecentAttempts, search: Search, before: Moment): Sighting[] {
    this.#learn(recent, search, null);
    return (
      this.#hot.find(search.projectId, search.identity, search.since, before) ??
      this.#merged(recent, search, before, this.#alone(search, before))
    );
  }

  /** Null where the file may have more. */
  #inMemory(recent: RecentAttempts, search: Search, before: Moment): Sighting[] | null {
    const { projectId, identity, since } = search;
    if (this.#known.mayBeStored(identity)) return null;
    const { sightings, isWhole } = recent.find(
      projectId,
      identity,
      since,
      before,
      sightingsPerIdentity,
    );
    if (!isWhole) return null;
    if (sightings.length >= hotFrom) {
      const newest = recent.find(projectId, identity, since, null, learntMax).sightings;
      this.#hot.learn(projectId, identity, newest, since);
    }
    return sightings;
  }

  /** Those of the file and of memory before a moment, in order. */
  #merged(
    recent: RecentAttempts,
    { projectId, identity, since }: Search,
    before: Moment,
    onFile: readonly Sighting[],
  ): Sighting[] {
    const indexed = onFile.filter((one) => isBefore(one, before));
    const { sightings } = recent.find(projectId, identity, since, before, sightingsPerIdentity);
    return mergedInOrder(indexed, sightings).slice(-sightingsPerIdentity);
  }

  /**
   * What the file has as of now, by kind, in order; null if that is too much for one query. Most
   * identities were seen a few times, so one statement reads all of them.
   */
  #onFile(projectId: string, asked: readonly Asked[], since: number): Found | null {
    const found: Found = {};
    const project = this.#number(projectId);
    if (project === null) return found;
    const together = this.#statements.together(asked.length);
    const identities = asked.map(({ identity }) => identity);
    const rows = together.values(project, since, ...identities) as SightingValues[];
    if (rows.length > togetherMax) return null;
    for (const row of rows) {
      for (const { kind, identity } of asked) {
        if (row[identityColumn] !== identity) continue;
        const others = found[kind];
        if (others) others.push(toSighting(row));
        else found[kind] = [toSighting(row)];
      }
    }
    for (const all of Object.values(found)) inOrder(all);
    return found;
  }

  /** The newest of one identity before a moment, in order. */
  #alone({ projectId, identity, since }: Search, { at, tie }: Moment): Sighting[] {
    const project = this.#number(projectId);
    if (project === null) return [];
    const rows = this.#statements.alone.values(project, since, at, identity, tie);
    return inOrder((rows as SightingValues[]).map(toSighting));
  }

  /**
   * Caches everything that file and log have of an identity as of now.
   * @param onFile what the file has; null: it is read.
   */
  #learn(recent: RecentAttempts, search: Search, onFile: readonly Sighting[] | null): void {
    const { projectId, identity, since } = search;
    const { sightings } = recent.find(projectId, identity, since, null, learntMax);
    const merged = mergedInOrder(onFile ?? this.#newest(search), sightings);
    this.#hot.learn(projectId, identity, merged.slice(-learntMax), since);
  }

  #newest({ projectId, identity, since }: Search): Sighting[] {
    const project = this.#number(projectId);
    const rows = project === null ? [] : this.#statements.newest.values(project, since, identity);
    return inOrder((rows as SightingValues[]).map(toSighting));
  }
}

interface Search {
  projectId: string;
  identity: number;
  since: number;
}

interface Asked {
  kind: IndexedKind;
  identity: number;
}

type Statements = ReturnType<typeof statements>;

function statements(history: Database) {
  /** In this order of joining, each attempt is found by its key. */
  const rowsWhere = (condition: string, end: string) =>
    history.prepare<unknown, number[]>(
      `SELECT ${columns} FROM sightings AS s CROSS JOIN attempts AS a ` +
        `WHERE s.project = ?1 AND s.at >= ?2 AND ${condition} ` +
        `AND a.project = s.project AND a.at = s.at AND a.tie = s.tie ${end}`,
    );
  // Later attempts of the same millisecond would use up the limit.
  const earlier = "s.at <= ?3 AND s.identity = ?4 AND (s.at < ?3 OR s.tie < ?5)";
  const newestFirst = "ORDER BY s.at DESC, s.tie DESC";
  const together: Statement<unknown, number[]>[] = [];
  return {
    /** For so many identities: each place costs a search in the tree. */
    together(count: number) {
      const places = Array.from({ length: count }, (_, i) => `?${3 + i}`).join(", ");
      together[count] ??= rowsWhere(`s.identity IN (${places})`, `LIMIT ${togetherMax + 1}`);
      return together[count];
    },
    alone: rowsWhere(earlier, `${newestFirst} LIMIT ${sightingsPerIdentity}`),
    newest: rowsWhere("s.identity = ?3", `${newestFirst} LIMIT ${learntMax}`),
  };
}

/** Rows come in the order of the key, ascending or descending. */
function inOrder(sightings: Sighting[]): Sighting[] {
  const [first, last] = [sightings[0], sightings.at(-1)];
  return first && last && isBefore(last, first) ? sightings.reverse() : sightings;
}
