/**
 * `npm run bench:moving`: moves a full data folder to a PostgreSQL of its own while requests arrive, as an
 * operator does. Compares their latency with that of before, measures how long nobody is answered, and counts
 * what was lost or is different afterwards.
 *
 *     npm run bench:moving -- [--decisions 1000000] [--rate 100] [--baseline-seconds 60] [--data FOLDER] [--json]
 *
 * `--data` keeps the data folder, for the next time: then it is not filled again. A million decisions need 12 GB
 * of disk for both, and Debian's package postgresql.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { startCluster } from "../test/postgres/cluster.ts";
import { bookingBodies } from "./bench/bookings.ts";
import type { Load, LoadResult } from "./bench/load.ts";
import { bytesIn } from "./bench/process-facts.ts";
import { type StartedServer, startServer } from "./bench/start-server.ts";

const executable = resolve(import.meta.dir, "../dist/booking-risk");
const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "1000000" },
    rate: { type: "string", default: "100" },
    "baseline-seconds": { type: "string", default: "60" },
    data: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const scratch = mkdtempSync(join(tmpdir(), "booking-risk-moving-"));
const data = values.data === undefined ? join(scratch, "data") : resolve(values.data);
const urlFile = join(scratch, "url");
/** Of filling: in rounds of so many seconds. */
const filling = { connections: 64, seconds: 10 };
/** Of the baseline and of the bookings beside the move: what a start makes slower is over. */
const settlingSeconds = 10;
const body = bookingBodies();

const log = (line: string) => process.stderr.write(`${line}\n`);

async function command<Result>(args: readonly string[], environment = {}): Promise<Result> {
  const child = Bun.spawn([executable, ...args, "--data", data, "--json"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const out = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${args.join(" ")} failed: ${out}`);
  return JSON.parse(out) as Result;
}

/** @returns the result of the work, and the seconds that it took. */
async function timed<Result>(what: string, work: () => Promise<Result>) {
  log(what);
  const started = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - started) / 100) / 10 };
}

const minutes = (seconds: number) => Math.round(seconds / 6) / 10;

/** Books as fast as it is answered. */
async function fill(url: string, key: string, count: number): Promise<void> {
  const load: Load = {
    url: `${url}v1/risk`,
    headers: { "Content-Type": "application/json", "X-Service-Key": key },
    ...filling,
  };
  const script = join(import.meta.dir, "bench/load.ts");
  for (let answered = 0; answered < count; ) {
    const round: LoadResult =
      await Bun.$`${process.execPath} ${script} ${JSON.stringify(load)}`.json();
    const others = Object.keys(round.statuses).filter((status) => status !== "200");
    if (others.length > 0) throw new Error(`responses: ${JSON.stringify(round.statuses)}`);
    answered += round.statuses["200"] ?? 0;
    log(`${answered} decisions`);
  }
}

interface Answers {
  acknowledged: string[];
  failed: number;
  /** Since each was due, ms. */
  times: number[];
}

/** @returns the decision's ID, or null where the booking was refused or not answered. */
async function book(url: string, key: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}v1/risk`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": key },
      body: body(),
    });
    const { decisionId } = (await response.json()) as { decisionId?: string };
    return decisionId ?? null;
  } catch {
    return null;
  }
}

/** Books at an even pace, whatever the service does, until told to stop. */
function pace(url: string, key: string, perSecond: number) {
  const answers: Answers = { acknowledged: [], failed: 0, times: [] };
  const calls: Promise<void>[] = [];
  const call = async (due: number) => {
    const id = await book(url, key);
    answers.times.push(performance.now() - due);
    if (id === null) answers.failed += 1;
    else answers.acknowledged.push(id);
  };
  const started = performance.now();
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      const dueByNow = ((performance.now() - started) * perSecond) / 1000;
      while (calls.length + 1 <= dueByNow) {
        calls.push(call(started + ((calls.length + 1) * 1000) / perSecond));
      }
      await Bun.sleep(1);
    }
  })();
  return async () => {
    stopped = true;
    await running;
    await Promise.all(calls);
    return answers;
  };
}

async function paced(url: string, key: string, seconds: number): Promise<Answers> {
  const stop = pace(url, key, Number(values.rate));
  await Bun.sleep(seconds * 1000);
  return stop();
}

function latency(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99), max: at(1 - 1 / sorted.length) };
}

interface Moved {
  rows: number;
  copied: number;
  removed: number;
  seconds: number;
}

const cluster = await startCluster({ shared_buffers: "1GB", max_wal_size: "2GB" });
try {
  const database = await cluster.createDatabase();
  writeFileSync(urlFile, database);
  const isFilled = existsSync(join(data, "control.db"));
  if (existsSync(join(data, ".moved"))) await command(["migrate", "--undo"]);
  const { projectId } = await command<{ projectId: string }>(["project", "create", "Moved"]);
  const { key } = await command<{ key: string }>([
    ...["key", "create", "--project", projectId, "--kind", "secret"],
  ]);
  const serve = [executable, "serve", "--port", "0", "--data", data];
  const ended = async ({ process }: StartedServer) => {
    process.kill("SIGTERM");
    await process.exited;
  };
  let service = await startServer(serve);
  const filled = await timed("filling", async () => {
    if (!isFilled) await fill(service.url, key, Number(values.decisions));
  });
  // One that begins: what filling left in its memory is not part of the measurement.
  await ended(service);
  service = await startServer(serve);
  await paced(service.url, key, settlingSeconds);
  const before = await timed("booking, before the move", () =>
    paced(service.url, key, Number(values["baseline-seconds"])),
  );

  const to = ["migrate", "--to", "--url-file", urlFile];
  const stop = pace(service.url, key, Number(values.rate));
  const copied = await timed("copying", () => command<Moved>(to));
  const answers = await stop();

  const environment = { DATABASE_URL: database };
  const stopped = await timed("stopping", () => ended(service));
  const finished = await timed("finishing", () => command<Moved>([...to, "--finish"]));
  const started = await timed("starting", async () => {
    service = await startServer(serve, environment);
    if ((await book(service.url, key)) === null) throw new Error("the first booking was refused");
  });
  await ended(service);

  const acknowledged = [...before.result.acknowledged, ...answers.acknowledged];
  const client = new Client({ connectionString: database });
  await client.connect();
  const stored = await client.query("SELECT id FROM decisions WHERE id = ANY ($1)", [acknowledged]);
  const size = await client.query("SELECT pg_database_size(current_database()) AS bytes");
  await client.end();
  const verified = await timed("verifying", () =>
    command<{ decisions: number; same: number }>(["decision", "verify", "--all"], environment),
  );
  const result = {
    decisions: verified.result.decisions,
    folderMiB: Math.round(bytesIn(data) / 2 ** 20),
    databaseMiB: Math.round(Number(size.rows[0].bytes) / 2 ** 20),
    latencyMs: { before: latency(before.result.times), during: latency(answers.times) },
    sent: { before: before.result.times.length, during: answers.times.length },
    failed: before.result.failed + answers.failed,
    lost: acknowledged.length - (stored.rowCount ?? 0),
    copied: copied.result,
    finished: finished.result,
    standstillSeconds: {
      ...{ stop: stopped.seconds, finish: finished.seconds, start: started.seconds },
      all: Math.round((stopped.seconds + finished.seconds + started.seconds) * 10) / 10,
    },
    minutes: {
      fill: minutes(filled.seconds),
      copy: minutes(copied.seconds),
      finish: minutes(finished.seconds),
      verify: minutes(verified.seconds),
    },
    verified: verified.result,
  };
  process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`);
} finally {
  await cluster.remove();
  rmSync(scratch, { recursive: true });
}
