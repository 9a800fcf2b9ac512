/** Brings `history.db` up to what `events.db` has, a group of decisions at a time. */
import type { Database } from "bun:sqlite";
import { asc, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { sightingOf } from "../sighting.ts";
import { type Identities, identityKinds, type Sighting } from "../store.ts";
import { decisions } from "./events-schema.ts";
import { progress, sightings } from "./history-schema.ts";

/** What a decision row says of the attempt's identities. */
export interface LoggedAttempt {
  seq: number;
  projectId: string;
  identities: Identities;
  sighting: Sighting;
}

/** Rows of one INSERT statement; SQLite takes at most 32,766 values in one. */
const rowsAtOnce = 64;
const columns = ["projectId", "identity", "at", "tie", ...identityKinds] as const;
type Row = (string | number | null)[];

/** The identities of an attempt as the decision's row keeps them. */
export function identitiesToJson(identities: Identities, sighting: Sighting): string {
  return JSON.stringify({ tie: sighting.tie, identities });
}

/** @returns a function that reads the decisions after one, in the order they reached the disk. */
export function attemptsReader(events: Database): (after: number, max: number) => LoggedAttempt[] {
  const query = drizzle(events)
    .select({
      seq: decisions.seq,
      projectId: decisions.projectId,
      at: decisions.decidedAt,
      logged: decisions.identities,
    })
    .from(decisions)
    .where(gt(decisions.seq, sql.placeholder("after")))
    .orderBy(asc(decisions.seq))
    .limit(sql.placeholder("max"))
    .prepare();
  return (after, max) =>
    query.all({ after, max }).map(({ seq, projectId, at, logged }) => {
      const { tie, identities } = JSON.parse(logged) as { tie: number; identities: Identities };
      return { seq, projectId, identities, sighting: sightingOf(identities, at, tie) };
    });
}

/** @returns a function that tells the `seq` of the last decision that is in `history.db`. */
export function progressReader(history: Database): () => number {
  const query = drizzle(history).select({ indexedTo: progress.indexedTo }).from(progress).prepare();
  return () => query.get()?.indexedTo ?? 0;
}

/**
 * @returns a function that adds the next decisions, at most so many, in one transaction with the
 *   note of how far it came; another process may do the same at any time. It tells how many.
 */
export function historyIndexer(events: Database, history: Database): (max: number) => number {
  const read = attemptsReader(events);
  const indexedTo = progressReader(history);
  const insert = sightingsInsert(history);
  const note = drizzle(history)
    .insert(progress)
    .values({ id: 1, indexedTo: sql.placeholder("seq") as never })
    .onConflictDoUpdate({
      target: progress.id,
      set: { indexedTo: sql`${sql.placeholder("seq")}` },
    })
    .prepare();
  return history.transaction((max: number) => {
    const attempts = read(indexedTo(), max);
    if (attempts.length === 0) return 0;
    insert(attempts.flatMap(rowsOf).sort(byKey));
    note.run({ seq: attempts.at(-1)!.seq });
    return attempts.length;
  }).immediate;
}

function rowsOf({ projectId, identities, sighting }: LoggedAttempt): Row[] {
  const linked = identityKinds.map((kind) => sighting.linked[kind]);
  return Object.values(identities).map((identity) => [
    projectId,
    identity,
    sighting.at,
    sighting.tie,
    ...linked,
  ]);
}

/** In the order of the table's key, so that rows of one page are written together. */
function byKey(a: Row, b: Row): number {
  if (a[0] !== b[0]) return a[0]! < b[0]! ? -1 : 1;
  return (a[1] as number) - (b[1] as number) || (a[2] as number) - (b[2] as number);
}

/** Inserts rows in large statements; a row that is there already, by another process, stays. */
function sightingsInsert(history: Database): (rows: Row[]) => void {
  const names = columns.map((name) => sightings[name].name).join(", ");
  const places = `(${columns.map(() => "?").join(", ")})`;
  const statement = (rows: number) =>
    history.prepare(
      `INSERT OR IGNORE INTO sightings (${names}) VALUES ${Array(rows).fill(places).join(", ")}`,
    );
  const many = statement(rowsAtOnce);
  const one = statement(1);
  return (rows) => {
    const whole = rows.length - (rows.length % rowsAtOnce);
    for (let i = 0; i < whole; i += rowsAtOnce) many.run(...rows.slice(i, i + rowsAtOnce).flat());
    for (const row of rows.slice(whole)) one.run(...row);
  };
}
