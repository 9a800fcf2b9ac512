/**
 * `npm run bench:moving`: moves a full data folder to a PostgreSQL of its own while requests arrive, as an
 * operator does, and counts what was lost or is different afterwards.
 *
 *     npm run bench:moving -- [--decisions 1000000] [--rate 100] [--data FOLDER] [--json]
 *
 * `--data` keeps the data folder, for the next time. A million decisions need 12 GB of disk for both, and
 * Debian's package postgresql.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { startCluster } from "../test/postgres/cluster.ts";
import { bookingBodies } from "./bench/bookings.ts";
import { bytesIn } from "./bench/process-facts.ts";
import { startServer } from "./bench/start-server.ts";

const executable = resolve(import.meta.dir, "../dist/booking-risk");
const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "1000000" },
    rate: { type: "string", default: "100" },
    data: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const scratch = mkdtempSync(join(tmpdir(), "booking-risk-moving-"));
const data = values.data === undefined ? join(scratch, "data") : resolve(values.data);
const urlFile = join(scratch, "url");
const connections = 64;
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

interface Answers {
  acknowledged: string[];
  failed: number;
  /** ms */
  times: number[];
}

function caller(url: string, key: string, answers: Answers) {
  return async () => {
    const started = performance.now();
    try {
      const response = await fetch(`${url}v1/risk`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Service-Key": key },
        body: body(),
      });
      const { decisionId } = (await response.json()) as { decisionId?: string };
      if (decisionId) answers.acknowledged.push(decisionId);
      else answers.failed += 1;
    } catch {
      answers.failed += 1;
    }
    answers.times.push(performance.now() - started);
  };
}

/** Books as fast as it is answered. */
async function fill(url: string, key: string, count: number): Promise<void> {
  const answers: Answers = { acknowledged: [], failed: 0, times: [] };
  const call = caller(url, key, answers);
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < count) {
        sent += 1;
        await call();
        if (sent % 100_000 === 0) log(`${sent} decisions`);
      }
    }),
  );
  if (answers.failed > 0) throw new Error(`${answers.failed} of ${count} were not answered`);
}

/** Books at an even pace, until told to stop. */
function pace(url: string, key: string, perSecond: number) {
  const answers: Answers = { acknowledged: [], failed: 0, times: [] };
  const call = caller(url, key, answers);
  const started = performance.now();
  const calls: Promise<void>[] = [];
  const timer = setInterval(() => {
    const due = ((performance.now() - started) * perSecond) / 1000;
    while (calls.length < due) calls.push(call());
  }, 10);
  return async () => {
    clearInterval(timer);
    await Promise.all(calls);
    return answers;
  };
}

const quantile = (times: readonly number[], part: number) =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0) * 10) / 10;

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
  const { projectId } = await command<{ projectId: string }>(["project", "create", "Moved"]);
  const { key } = await command<{ key: string }>([
    ...["key", "create", "--project", projectId, "--kind", "secret"],
  ]);
  const serve = [executable, "serve", "--port", "0", "--data", data];
  let service = await startServer(serve);
  await fill(service.url, key, Number(values.decisions));
  // One that begins: what filling left in its memory is not part of the measurement.
  service.process.kill("SIGTERM");
  await service.process.exited;
  service = await startServer(serve);
  const stop = pace(service.url, key, Number(values.rate));
  await Bun.sleep(10_000);
  const to = ["migrate", "--to", "--url-file", urlFile];
  log("copying");
  const copied = await command<Moved>(to);
  const answers = await stop();
  service.process.kill("SIGTERM");
  await service.process.exited;
  log("finishing");
  const finished = await command<Moved>([...to, "--finish"]);
  const environment = { DATABASE_URL: database };
  const client = new Client({ connectionString: database });
  await client.connect();
  const stored = await client.query("SELECT id FROM decisions WHERE id = ANY ($1)", [
    answers.acknowledged,
  ]);
  const size = await client.query("SELECT pg_database_size(current_database()) AS bytes");
  await client.end();
  log("verifying");
  const verified = await command<{ decisions: number; same: number; seconds: number }>(
    ["decision", "verify", "--all"],
    environment,
  );
  const result = {
    decisions: verified.decisions,
    folderMiB: Math.round(bytesIn(data) / 2 ** 20),
    databaseMiB: Math.round(Number(size.rows[0].bytes) / 2 ** 20),
    copied,
    finished,
    during: {
      sent: answers.times.length,
      failed: answers.failed,
      lost: answers.acknowledged.length - (stored.rowCount ?? 0),
      p50: quantile(answers.times, 0.5),
      p99: quantile(answers.times, 0.99),
    },
    verified,
  };
  process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`);
} finally {
  await cluster.remove();
  rmSync(scratch, { recursive: true });
}
