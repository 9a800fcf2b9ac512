/**
 * Moves all data between a data folder and PostgreSQL, in two steps: the first copies and compares every row
 * while the service runs, the second, after it was stopped, what has changed since. Each may be repeated after
 * an interruption. Until the second has ended, the destination is not served; from its beginning on, the
 * source is not.
 */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { isoTime } from "../../base/iso-time.ts";
import { type Connection, connectTo } from "../postgres/connection.ts";
import { databaseName } from "../postgres/hosts.ts";
import { migrate } from "../postgres/migrations.ts";
import { type MoveState, moveState, moveTable } from "../postgres/move-marker.ts";
import { commandLimits } from "../postgres/pool.ts";
import { clearFiles } from "../sqlite/clear-files.ts";
import { isOlder, migrations } from "../sqlite/migrations.ts";
import { markMoved, movedFolder, unmarkMoved } from "../sqlite/moved-folder.ts";
import { openForReading } from "../sqlite/open.ts";
import { servingLock } from "../sqlite/serving-lock.ts";
import { checkDerived, continueNumbers, partitionsSince } from "./derived.ts";
import { indexHistory, oldestAt } from "./history.ts";
import { type Passed, pass } from "./pass.ts";
import { postgresSide } from "./postgres-side.ts";
import type { Side } from "./side.ts";
import { sqliteSide } from "./sqlite-side.ts";
import { movedTables } from "./tables.ts";

/** The move cannot begin or continue; the message says why and what to do. */
export class MoveRefused extends Error {}

export interface MoveOptions {
  folder: string;
  /** As in `postgres://user:password@host:5432/database`. */
  url: string;
  finish: boolean;
  /** Compares all rows of both sides again, also those that have not changed since they were compared. */
  compareAll: boolean;
  now: number;
  progress: { start(rows: number): void; at(rows: number): void };
}

/** Passes of the first step: the second one copies what was written during the first. */
const passesBefore = 2;

export async function moveToPostgres(options: MoveOptions): Promise<Passed> {
  const { folder, url, finish, now, progress } = options;
  requireMovable(folder);
  const connection = connectTo(url, commandLimits);
  const lock = finish ? lockedFolder(folder) : null;
  try {
    await migrate(connection);
    await requireAlone(connection);
    await beginAtPostgres(connection, options);
    // From here on no service and no command opens the folder.
    if (finish)
      markMoved(folder, { direction: "out", database: databaseName(url), since: isoTime(now) });
    const from = sqliteSide(folder);
    const to = postgresSide(connection, databaseName(url));
    try {
      await partitionsSince(connection, oldestAt(folder) ?? now, now);
      progress.start((await rowsOf(from)) * (finish ? 1 : passesBefore));
      if (finish) return await finishAtPostgres(connection, from, to, options);
      return await passes(from, to, options, { between: () => settle(connection, to.name) });
    } finally {
      await from.close();
    }
  } finally {
    lock?.release();
    await connection.close();
  }
}

async function finishAtPostgres(
  connection: Connection,
  from: ReturnType<typeof sqliteSide>,
  to: Side,
  { folder, compareAll, progress }: MoveOptions,
): Promise<Passed> {
  const total: Passed = { rows: 0, copied: 0, removed: 0 };
  let before: string | null = null;
  while (before !== from.writes()) {
    const isFirst = before === null; // Again for a command that had opened the folder before.
    before = from.writes();
    const passed = await pass(from, to, {
      compareAll: compareAll && isFirst,
      progress: progress.at,
      beforeDerived: async () => indexHistory(folder),
    });
    total.rows = passed.rows;
    total.copied += passed.copied;
    total.removed += passed.removed;
  }
  if (compareAll || total.copied > total.rows * muchShare) await settle(connection, to.name);
  await continueNumbers(connection);
  await connection.sql(`DROP TABLE ${moveTable}`);
  return total;
}

/** PostgreSQL's own share of changed rows after which it gathers statistics again. */
const muchShare = 0.1;

/** After much was copied: while the service runs, if the first step was done. */
async function settle({ sql }: Connection, place: string): Promise<void> {
  await sql("ANALYZE");
  await checkDerived(sql, place);
}

export async function moveToFolder(options: MoveOptions): Promise<Passed> {
  const { folder, url, finish, compareAll, now, progress } = options;
  const connection = connectTo(url, commandLimits);
  try {
    const state = await moveState(connection);
    if (state?.direction === "in") throw new MoveRefused(unfinished(state));
    beginInFolder(options);
    if (finish) {
      await requireAlone(connection);
      await markDatabase(connection, { direction: "out", folder, since: isoTime(now) });
    }
    const from = postgresSide(connection, databaseName(url));
    const to = sqliteSide(folder, { writable: true });
    try {
      progress.start((await rowsOf(from)) * (finish ? 1 : passesBefore));
      const beforeDerived = async () => indexHistory(folder);
      if (!finish) return await passes(from, to, options, { beforeDerived });
      const passed = await pass(from, to, {
        compareAll,
        progress: progress.at,
        beforeDerived,
      });
      await requireAlone(connection);
      await to.notes.clear();
      clearFiles(folder, 0); // The write-ahead logs still have copied rows that were deleted since.
      unmarkMoved(folder);
      return passed;
    } finally {
      await to.close();
    }
  } finally {
    await connection.close();
  }
}

/** Makes a source that was moved, or the folder of a copy, usable again. @returns whether there was anything to undo. */
export async function undoMove(folder: string, url: string | undefined): Promise<boolean> {
  const marked = movedFolder(folder);
  const wasFolder = marked !== null && marked.direction !== "in";
  if (wasFolder) unmarkMoved(folder);
  if (url === undefined) return wasFolder;
  const connection = connectTo(url, commandLimits);
  try {
    const wasDatabase = (await moveState(connection))?.direction === "out";
    if (wasDatabase) await connection.sql(`DROP TABLE ${moveTable}`);
    return wasFolder || wasDatabase;
  } finally {
    await connection.close();
  }
}

async function passes(
  from: Side,
  to: Side,
  { progress }: MoveOptions,
  also: {
    beforeDerived?: () => Promise<void>;
    /** What takes long comes before the last pass, which catches up with it, too. */
    between?: () => Promise<void>;
  },
): Promise<Passed> {
  const total: Passed = { rows: 0, copied: 0, removed: 0 };
  for (let n = 0; n < passesBefore; n++) {
    if (n > 0) await also.between?.();
    const before = total.rows;
    const passed = await pass(from, to, {
      compareAll: false,
      progress: (rows) => progress.at(before + rows),
      beforeDerived: async () => also.beforeDerived?.(),
    });
    total.rows += passed.rows;
    total.copied += passed.copied;
    total.removed += passed.removed;
  }
  return total;
}

async function rowsOf(side: Side): Promise<number> {
  let rows = 0;
  for (const table of movedTables) rows += await side.count(table);
  return rows;
}

function requireMovable(folder: string): void {
  if (!existsSync(join(folder, "control.db"))) {
    throw new MoveRefused(`there is no data folder ${folder}; name it by --data`);
  }
  const moved = movedFolder(folder);
  if (moved?.direction === "in") {
    throw new MoveRefused(`a move from ${moved.database} into ${folder} is not finished`);
  }
  for (const name of ["control", "events", "history"] as const) {
    const file = openForReading(folder, name);
    const older = isOlder(file, migrations[name]);
    file.close();
    if (older) {
      throw new MoveRefused(
        `${name}.db is of an older version; start the service of this version on ${folder} first`,
      );
    }
  }
}

/** Held until the move has ended. */
function lockedFolder(folder: string) {
  const lock = servingLock(folder);
  if (!lock.isElsewhere()) return lock;
  lock.release();
  throw new MoveRefused(`a service uses ${folder}; stop it first`);
}

const unfinished = ({ folder }: MoveState) =>
  `a move of ${folder} into this database is not finished; continue that one, or use an empty database`;

async function beginAtPostgres(
  connection: Connection,
  { folder, now }: MoveOptions,
): Promise<void> {
  const state = await moveState(connection);
  if (state?.direction === "in" && state.folder === folder) return;
  if (state?.direction === "in") throw new MoveRefused(unfinished(state));
  if (state) {
    throw new MoveRefused(
      `the data of this database was moved to ${state.folder}; use an empty database to move it back`,
    );
  }
  const [found] = await connection.sql<{ any: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM projects) OR EXISTS (SELECT 1 FROM decisions)
       OR EXISTS (SELECT 1 FROM users) AS any`,
  );
  if (found!.any) throw new MoveRefused("the database has data already; use an empty one");
  await markDatabase(connection, { direction: "in", folder, since: isoTime(now) });
}

async function markDatabase({ transaction }: Connection, state: MoveState): Promise<void> {
  await transaction(async ({ sql }) => {
    await sql(
      `CREATE TABLE IF NOT EXISTS ${moveTable} (name text PRIMARY KEY, value text NOT NULL)`,
    );
    await sql(`INSERT INTO ${moveTable} VALUES ('state', $1) ON CONFLICT DO NOTHING`, [
      JSON.stringify(state),
    ]);
  });
}

function beginInFolder({ folder, url, now }: MoveOptions): void {
  const moved = movedFolder(folder);
  const database = databaseName(url);
  if (moved?.direction === "in" && moved.database === database) return;
  const isOther = moved !== null && moved.direction !== "copy"; // A copy's folder has no data.
  if (isOther || existsSync(join(folder, "control.db"))) {
    throw new MoveRefused(`${folder} has data already; name an empty folder by --data`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  markMoved(folder, { direction: "in", database, since: isoTime(now) });
}

/** A process that was killed may have left a statement to the database, which ends it soon. */
const aloneMs = 10_000;

/** @throws MoveRefused while a copy of the service, or a command, is connected to the database. */
async function requireAlone({ sql }: Connection): Promise<void> {
  const deadline = performance.now() + aloneMs;
  for (;;) {
    const [others] = await sql<{ n: number }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'booking-risk' AND pid <> pg_backend_pid()`,
    );
    if (others!.n === 0) return;
    if (performance.now() > deadline) {
      throw new MoveRefused(
        `the database is in use by ${others!.n} other connections of booking-risk; stop every copy of ` +
          "the service first",
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
