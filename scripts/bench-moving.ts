/**
 * `npm run bench:moving`: moves a full data folder to a PostgreSQL of its own, as an operator does, while bookings
 * arrive at an even pace from before the move until after it. Compares their latency with that of before, measures
 * for how long nobody is answered, and counts what was lost or is different afterwards.
 *
 *     npm run bench:moving -- [--decisions 1000000] [--rate 100] [--baseline-seconds 60] [--back] [--data FOLDER]
 *       [--json]
 *
 * `--back` then moves everything into a new data folder, and measures the same. `--data` keeps the data folder, for
 * the next time: then it is not filled again. A million decisions need 12 GB of disk, 4 GB more with `--back`, and
 * Debian's package postgresql.
 */
import { Database } from "bun:sqlite";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { startCluster } from "../test/fixtures/postgres/cluster.ts";
import type { Load, LoadResult } from "./bench/load.ts";
import { bytesIn } from "./bench/process-facts.ts";
import { type StartedServer, startServer } from "./bench/start-server.ts";
import {
  type Comparison,
  compareAnswers,
  compareDecisions,
  type Read,
  readerOfDatabase,
  readerOfFolder,
} from "./bench-moving/comparison.ts";
import { rounded, type Scored, type Stage, startBookings } from "./bench-moving/paced-bookings.ts";

const executable = resolve(import.meta.dir, "../dist/booking-risk");
const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "1000000" },
    rate: { type: "string", default: "100" },
    "baseline-seconds": { type: "string", default: "60" },
    back: { type: "boolean", default: false },
    data: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const baselineMs = Number(values["baseline-seconds"]) * 1000;
const scratch = mkdtempSync(join(tmpdir(), "booking-risk-moving-"));
const urlFile = join(scratch, "url");
/** Of the first bookings after a start: what makes those slower is over. */
const settlingMs = Math.min(10_000, baselineMs);

const log = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`);

/** Where the data is: in the folder, or in the database that the environment names. */
interface Place {
  folder: string;
  environment: Readonly<Record<string, string>>;
}

interface Moved {
  rows: number;
  copied: number;
  removed: number;
}

interface Verified {
  decisions: number;
  same: number;
  seconds: number;
}

export interface MoveResult {
  /** What became of the bookings: before, while it copied, while no service ran, and after. */
  bookings: Record<string, Stage>;
  copied: Moved;
  finished: Moved;
  seconds: Record<
    "copy" | "stop" | "finish" | "start" | "standstill" | "whole" | "compare",
    number
  >;
  /** Every decision of the source, and every response, beside what the destination has. */
  decisions: Comparison;
  answers: Comparison;
  verified: Verified;
}

async function command<Result>(args: readonly string[], { folder, environment }: Place) {
  const child = Bun.spawn([executable, ...args, "--data", folder, "--json"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const out = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${args.join(" ")} failed: ${out}`);
  return JSON.parse(out) as Result;
}

/** @returns the result of the work, and the seconds that it took. */
async function timed<Result>(what: string, work: () => Promise<Result>) {
  log(`${what} …`);
  const started = performance.now();
  const result = await work();
  const seconds = rounded((performance.now() - started) / 1000);
  log(`${what}: ${seconds} s ${JSON.stringify(result) ?? ""}`);
  return { result, seconds };
}

let running: StartedServer | null = null;

/** @param port 0: a free one. */
async function start({ folder, environment }: Place, port = "0"): Promise<string> {
  const serve = [executable, "serve", "--port", port, "--data", folder];
  running = await startServer(serve, environment);
  return running.url;
}

async function stop(): Promise<void> {
  if (running === null) return;
  running.process.kill("SIGTERM");
  await running.process.exited;
  running = null;
}

/** Books as fast as it is answered, in rounds. */
async function fill(url: string, key: string, count: number): Promise<void> {
  const script = join(import.meta.dir, "bench/load.ts");
  for (let answered = 0, seconds = 1; answered < count; ) {
    const load: Load = {
      ...{ url: `${url}v1/risk`, connections: 64, seconds },
      headers: { "Content-Type": "application/json", "X-Service-Key": key },
    };
    const round: LoadResult =
      await Bun.$`${process.execPath} ${script} ${JSON.stringify(load)}`.json();
    const others = Object.keys(round.statuses).filter((status) => status !== "200");
    if (others.length > 0) throw new Error(`responses: ${JSON.stringify(round.statuses)}`);
    answered += round.statuses["200"] ?? 0;
    seconds = Math.min(10, Math.max(0.5, (count - answered) / round.perSecond));
    log(`${answered} decisions`);
  }
}

/** @param folder the one from which, or into which, all is moved. */
async function move(
  direction: "--to" | "--from",
  folder: string,
  { before, after, key }: { before: Place; after: Place; key: string },
): Promise<MoveResult> {
  const migrate = ["migrate", direction, "--url-file", urlFile];
  const place = { folder, environment: {} };
  const url = await start(before);
  const { port } = new URL(url);
  const load = startBookings(url, key, Number(values.rate), "settling");
  await Bun.sleep(settlingMs);
  load.enter("before");
  await timed("booking, before the move", () => Bun.sleep(baselineMs));
  load.enter("copying");
  const copied = await timed("copying", () => command<Moved>(migrate, place));
  load.enter("standstill");
  const stopped = await timed("stopping", stop);
  const finished = await timed("finishing", () => command<Moved>([...migrate, "--finish"], place));
  const started = await timed("starting", () => start(after, port));
  load.enter("settled");
  await Bun.sleep(settlingMs);
  load.enter("after");
  await timed("booking, after the move", () => Bun.sleep(baselineMs));
  const { stages, scored } = await load.stop();
  await stop();
  log(JSON.stringify(stages));
  const compared = await timed("comparing", () => compare(before, after, scored));
  const verified = await timed("verifying", () =>
    command<Verified>(["decision", "verify", "--all"], after),
  );
  const standstill = rounded(stopped.seconds + finished.seconds + started.seconds);
  return {
    bookings: stages,
    copied: copied.result,
    finished: finished.result,
    seconds: {
      ...{ copy: copied.seconds, stop: stopped.seconds, finish: finished.seconds },
      ...{ start: started.seconds, standstill, whole: rounded(copied.seconds + standstill) },
      compare: compared.seconds,
    },
    ...compared.result,
    verified: verified.result,
  };
}

async function compare(before: Place, after: Place, scored: readonly Scored[]) {
  return reading(before, (from) =>
    reading(after, async (to) => ({
      decisions: await compareDecisions(from, to),
      answers: await compareAnswers(scored, to),
    })),
  );
}

async function reading<Result>(
  { folder, environment }: Place,
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  if (environment.DATABASE_URL === undefined) {
    using events = new Database(join(folder, "events.db"), { readonly: true });
    return await work(readerOfFolder(events));
  }
  const client = new Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  try {
    return await work(readerOfDatabase(client));
  } finally {
    await client.end();
  }
}

async function databaseBytes(url: string): Promise<number> {
  const size = "SELECT pg_database_size(current_database()) AS bytes";
  const place = { folder: "", environment: { DATABASE_URL: url } };
  const [row] = await reading(place, (read) => read(size, []));
  return Number(row!.bytes);
}

const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);

const cluster = await startCluster({ shared_buffers: "1GB", max_wal_size: "2GB" });
try {
  const database = await cluster.createDatabase();
  writeFileSync(urlFile, database);
  const data = values.data === undefined ? join(scratch, "data") : resolve(values.data);
  const folder: Place = { folder: data, environment: {} };
  const moved: Place = { folder: data, environment: { DATABASE_URL: database } };
  const isFilled = existsSync(join(data, "control.db"));
  if (existsSync(join(data, ".moved"))) await command(["migrate", "--undo"], folder);
  const { projectId } = await command<{ projectId: string }>(
    ["project", "create", "Moved"],
    folder,
  );
  const { key } = await command<{ key: string }>(
    ["key", "create", "--project", projectId, "--kind", "secret"],
    folder,
  );
  if (!isFilled) {
    const url = await start(folder);
    await timed("filling", () => fill(url, key, Number(values.decisions)));
    await stop(); // What filling left in its memory is not part of the measurement.
  }
  const folderMiB = mebibytes(bytesIn(data));
  const to = await move("--to", data, { before: folder, after: moved, key });
  const databaseMiB = mebibytes(await databaseBytes(database));
  const result: Record<string, unknown> = { folderMiB, databaseMiB, to };
  if (values.back) {
    const back: Place = { folder: join(scratch, "back"), environment: {} };
    result.from = await move("--from", back.folder, { before: moved, after: back, key });
    result.backMiB = mebibytes(bytesIn(back.folder));
  }
  process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`);
} finally {
  await stop();
  await cluster.remove();
  rmSync(scratch, { recursive: true });
}
