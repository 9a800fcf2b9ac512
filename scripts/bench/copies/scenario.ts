/**
 * `npm run bench -- copies`: 1, 2 and 4 copies of the executable on one PostgreSQL behind HAProxy, alongside the
 * executable on SQLite and a bare `Bun.serve` JSON echo, in alternating rounds of one run.
 *
 *     npm run bench -- copies [--copies 1,2,4] [--rounds 3] [--seconds 10] [--connections 64]
 *       [--executable FILE]
 *
 * First as fast as each answers, then at half of its capacity. Printed are answers a second, latencies, and for
 * a decision the CPU time of the copies, of all processes of PostgreSQL and of HAProxy, the round trips and the
 * bytes on disk; then how long groups of attempts take to be opened and stored, by which docs/growth.md plans.
 * PostgreSQL syncs each commit, HAProxy has docs/deploy/haproxy.cfg without TLS, and all bookings are of one
 * project. All copies run all the time; each proxy knows as many as are measured. Needs Debian's packages
 * postgresql and haproxy.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openPostgresStore } from "../../../src/storage/postgres/postgres-store.ts";
import { haproxy } from "../../programs/haproxy.ts";
import { postgresql, startCluster } from "../../programs/postgres.ts";
import { prepare } from "../competitors.ts";
import { executableOf } from "../installation.ts";
import { median } from "../median.ts";
import { bytesIn } from "../process-facts.ts";
import { Running } from "../running.ts";
import { positive, scenario, text, whole, wholes } from "../scenario.ts";
import { startCopies } from "./copies.ts";
import { decisionsOf, timeGroups } from "./groups.ts";
import { type Measured, measureAll, type Plan } from "./measure.ts";
import { growthInputs, type Result, textOf } from "./report.ts";
import { behindProxy, single } from "./subjects.ts";

/** Connections that one copy opens at most, and those of commands and of this process. */
const connectionsOf = { copy: 10, others: 30 } as const;
const groupRepeats = 20;

type AtEnd = (end: () => unknown) => void;

interface Asked {
  plan: Plan;
  /** How many copies, in the order of the table. */
  counts: readonly number[];
  executable: string;
}

export default scenario(
  {
    copies: wholes("1,2,4"),
    rounds: whole(3),
    seconds: positive(10),
    connections: whole(64),
    executable: text,
  },
  async ({ copies, executable: given, ...plan }, { log, print }) => {
    const missing = [postgresql, haproxy].find(({ isInstalled }) => !isInstalled);
    if (missing) throw new Error(`This needs ${missing.name}. ${missing.install}`);
    const executable = await executableOf(given);
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-copies-"));
    const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
    try {
      const asked = { plan, counts: [...new Set(copies)], executable };
      const result = await measured(folder, asked, { log, atEnd: (end) => ends.push(end) });
      print(textOf(result));
      return { result: { ...result, growthInputs: growthInputs(result) } };
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
);

/** @param atEnd called with what has to be done at the end, the last one first. */
async function measured(
  folder: string,
  { plan, counts, executable }: Asked,
  { log, atEnd }: { log(line: string): void; atEnd: AtEnd },
): Promise<Result> {
  log("Starting the echo, SQLite, PostgreSQL, the copies and their proxies …");
  const singles: Running[] = [];
  for (const name of ["echo", "service"] as const) {
    const one = await Running.start(await prepare(name, folder, executable));
    atEnd(() => one.stop());
    singles.push(one);
  }
  const sqlite = singles[1]!;
  const many = await startMany(folder, executable, Math.max(...counts), atEnd);
  const subjects = singles.map(single);
  for (const count of counts) {
    const copies = many.copies.slice(0, count);
    const { subject, proxy } = await behindProxy({ ...many, folder, copies });
    atEnd(proxy.stop);
    subjects.push(subject);
  }
  const before = { postgresql: await many.database.bytes(), sqlite: bytesOf(sqlite) };
  const { store, project, database } = many;
  // The statistics of a database in use, which autovacuum collects within a minute of its first rows.
  const all = await measureAll(subjects, plan, { log, warm: () => database.analyze() });
  log("Timing groups …");
  const groups = await timeGroups(store, project, groupRepeats);
  const rows = await database.decisions();
  refuseLost(all, rows);
  const postgresqlBytes = (await database.bytes()) - before.postgresql;
  const roundTripMs = await database.roundTripMs();
  await sqlite.stop(); // Its log is then in its files.
  const sqliteBytes = bytesOf(sqlite) - before.sqlite;
  return {
    plan,
    cores: availableParallelism(),
    subjects: all,
    decisions: rows,
    groups,
    roundTripMs,
    bytes: {
      postgresql: Math.round(postgresqlBytes / rows),
      sqlite: Math.round(sqliteBytes / all[1]!.accepted),
    },
  };
}

function bytesOf({ competitor }: Running): number {
  return bytesIn(competitor.folder!);
}

/** Starts a PostgreSQL, as many copies on it as are measured at most, and a project with a key. */
async function startMany(folder: string, executable: string, most: number, atEnd: AtEnd) {
  const cluster = await startCluster({
    shared_buffers: "1GB",
    max_wal_size: "2GB",
    max_connections: String(most * connectionsOf.copy + connectionsOf.others),
  });
  atEnd(cluster.remove);
  const databaseUrl = await cluster.createDatabase();
  const flags = ["--trusted-proxy", "127.0.0.1"]; // As behind a proxy in operation.
  const copies = await startCopies({ executable, folder, databaseUrl, copies: most, flags });
  atEnd(copies.end);
  const { projectId } = await copies.command<{ projectId: string }>("project", "create", "bench");
  const { key } = await copies.command<{ key: string }>(
    "key",
    "create",
    "--project",
    projectId,
    "--kind",
    "secret",
  );
  const store = await openPostgresStore(databaseUrl);
  atEnd(store.close);
  const project = (await store.projects.find(projectId))!;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  return { cluster, copies: copies.servers(), key, store, project, database: factsBy(client) };
}

function factsBy(client: Client) {
  const number = async (sql: string) => Number((await client.query(sql)).rows[0].n);
  return {
    bytes: () => number("SELECT pg_database_size(current_database()) AS n"),
    decisions: () => number("SELECT count(*) AS n FROM decisions"),
    analyze: () => client.query("ANALYZE"),
    /** Of a statement that does nothing. */
    async roundTripMs() {
      const times: number[] = [];
      for (let i = 0; i < 500; i++) {
        const start = performance.now();
        await client.query("SELECT 1");
        times.push(performance.now() - start);
      }
      return median(times);
    },
  };
}

/** @throws Error where a decision that was acknowledged is not stored, or more are than were asked for. */
function refuseLost(all: readonly Measured[], rows: number): void {
  const own = all.filter(({ copies }) => copies !== null);
  const of = (what: "accepted" | "sent") =>
    own.reduce((sum, one) => sum + one[what], decisionsOf(groupRepeats));
  if (rows >= of("accepted") && rows <= of("sent")) return;
  throw new Error(`${of("accepted")} decisions were acknowledged, ${rows} are stored`);
}
