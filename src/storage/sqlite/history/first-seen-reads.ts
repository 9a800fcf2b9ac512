/** Finds the first attempt with each identity, however long ago, in the file and in memory. */
import type { Database } from "bun:sqlite";
import {
  type FirstSeen,
  type FirstSeenKind,
  firstSeenKinds,
  type Identities,
} from "../../velocity.ts";
import type { LoggedAttempt } from "../events/attempt-log.ts";
import { projectNumbers } from "./project-numbers.ts";
import type { RecentEntries } from "./recent.ts";

/**
 * The key of `sightings` is in order of time within an identity, and no row of it is ever deleted:
 * the first row is the first attempt, and finding it is one descent in the tree for each kind, to a
 * page that velocity reads as well. A table of its own would have to be written with each attempt.
 * Without ORDER BY, SQLite searches the only key there is, in its order, in half the time that
 * min(at) takes (11 against 22 µs for all four); the tests store attempts out of order.
 */
const firstOfEach = firstSeenKinds
  .map((_, i) => `(SELECT at FROM sightings WHERE project = ?1 AND identity = ?${i + 2} LIMIT 1)`)
  .join(", ");

/** Columns in the order of `firstSeenKinds`. */
type Row = (number | null)[];

export class FirstSeenReads {
  readonly #number: (projectId: string) => number | null;
  readonly #first: (project: number, identities: Identities) => Row;

  constructor(history: Database) {
    this.#number = projectNumbers(history);
    const query = history.query<unknown, number[]>(`SELECT ${firstOfEach}`);
    // -1 stands for an absent identity: no row has it.
    this.#first = (project, identities) =>
      query.values(project, ...firstSeenKinds.map((kind) => identities[kind] ?? -1))[0] as Row;
  }

  /** The first attempts up to `at`, Unix ms; an import adds older attempts after newer ones. */
  find(
    log: RecentEntries<LoggedAttempt>,
    projectId: string,
    identities: Identities,
    at: number,
  ): FirstSeen {
    const project = this.#number(projectId);
    const indexed = project === null ? null : this.#first(project, identities);
    const found: Partial<Record<FirstSeenKind, number>> = {};
    for (const [i, kind] of firstSeenKinds.entries()) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      let first = indexed?.[i] ?? Number.POSITIVE_INFINITY;
      for (const { sighting } of log.of(projectId, identity)) first = Math.min(first, sighting.at);
      if (first <= at) found[kind] = first;
    }
    return found;
  }
}
