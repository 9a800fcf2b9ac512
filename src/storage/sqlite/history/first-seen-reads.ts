/** Finds the first attempt with each identity, however long ago, in the file and in memory. */
import type { Database, Statement } from "bun:sqlite";
import {
  type DatedKind,
  datedKinds,
  type FirstSeen,
  type Identities,
} from "../../port/velocity.ts";
import type { KnownIdentities } from "./known-identities.ts";
import { projectNumbers } from "./project-numbers.ts";
import type { RecentAttempts } from "./recent-attempts.ts";

/**
 * The key of `sightings` is in order of time within an identity, and no row of it is ever deleted:
 * the first row is the first attempt, and finding it is one descent in the tree for each identity,
 * to a page that velocity reads as well. A table of its own would have to be written with each
 * attempt. Without ORDER BY, SQLite searches the only key there is, in its order, in half the time
 * that min(at) takes (11 against 22 µs for four); the tests store attempts out of order.
 */
const firstOf = (i: number) =>
  `(SELECT at FROM sightings WHERE project = ?1 AND identity = ?${i + 2} LIMIT 1)`;

const never = Number.POSITIVE_INFINITY;

export class FirstSeenReads {
  readonly #history: Database;
  readonly #known: KnownIdentities;
  readonly #number: (projectId: string) => number | null;
  /** By the number of identities. */
  readonly #statements: Statement<unknown, number[]>[] = [];

  constructor(history: Database, known: KnownIdentities) {
    this.#history = history;
    this.#known = known;
    this.#number = projectNumbers(history);
  }

  /** The first attempts up to `at`, Unix ms; an import adds older attempts after newer ones. */
  find(recent: RecentAttempts, projectId: string, identities: Identities, at: number): FirstSeen {
    const found: Partial<Record<DatedKind, number>> = {};
    const asked: DatedKind[] = [];
    for (const kind of datedKinds) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      const { firstAt, isWhole } = recent.find(projectId, identity, never, null, 0);
      if (firstAt <= at) found[kind] = firstAt;
      if (!isWhole || this.#known.mayBeStored(identity)) asked.push(kind);
    }
    if (asked.length === 0) return found;
    const indexed = this.#onFile(
      projectId,
      asked.map((kind) => identities[kind]!),
    );
    for (const [i, kind] of asked.entries()) {
      const first = Math.min(indexed[i] ?? never, found[kind] ?? never);
      if (first <= at) found[kind] = first;
    }
    return found;
  }

  #onFile(projectId: string, identities: readonly number[]): (number | null)[] {
    const project = this.#number(projectId);
    if (project === null) return [];
    this.#statements[identities.length] ??= this.#history.prepare(
      `SELECT ${identities.map((_, i) => firstOf(i)).join(", ")}`,
    );
    const statement = this.#statements[identities.length]!;
    return statement.values(project, ...identities)[0] as (number | null)[];
  }
}
