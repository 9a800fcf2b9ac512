/**
 * Litestream as docs/backup.md sets it up, next to the executable under load, with a real S3-compatible server: the
 * machine is lost, and another one goes on with what is in the bucket.
 */
import { afterAll, expect } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { freePort } from "../../../scripts/programs/free-port.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { booking } from "../../fixtures/booking.ts";
import { Callers } from "../../fixtures/callers.ts";
import { openDatabase } from "../../fixtures/database.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";
import { testWith } from "../../fixtures/needs.ts";
import { litestream, litestreamProgram, s3Server, s3ServerProgram } from "./install.ts";

/** So many that the logs are copied into the files by the service and by Litestream in turn. */
const decisionsBefore = 6000;
/** A second until it is copied, one until it is sent, and what a busy machine takes. */
const lossMsMax = 10_000;
const databases = ["control", "events"];

const guide = readFileSync(resolve(import.meta.dir, "../../../docs/backup.md"), "utf8");
const documentedConfig = /```yaml\n(dbs:[\s\S]*?)```/.exec(guide)![1]!;
const documentedRestore = /```sh\n(umask 077[\s\S]*?)```/.exec(guide)![1]!;
const credentials = { access: "booking-risk", secret: "booking-risk-secret" };

const folder = mkdtempSync(join(tmpdir(), "booking-risk-litestream-"));
const started: Bun.Subprocess[] = [];
afterAll(async () => {
  for (const one of started) one.kill("SIGKILL");
  await Promise.all(started.map(({ exited }) => exited));
  rmSync(folder, { recursive: true });
});

testWith(litestreamProgram, s3ServerProgram)(
  "a machine that is lost under load has all but its last seconds in the bucket",
  async () => {
    const endpoint = await startS3Server();
    const lost = new Installation();
    const { secret } = await lost.project();
    const service = await lost.serve();
    const full = join(folder, "full.tar");
    await lost.json("backup", full);
    const config = configFor(lost.data, endpoint);
    const copying = run({}, litestream, "replicate", "-config", config);
    started.push(copying);
    await waitUntil("both databases in the bucket", () =>
      databases.every((name) => objectsOf(name) > 0),
    );

    const calling = new Callers(service.url, secret.key, { reports: true });
    await waitUntil("decisions", () => calling.acknowledged.length >= decisionsBefore);
    service.process.kill("SIGKILL");
    copying.kill("SIGKILL");
    await calling.stop();
    await lost.remove();

    const found = new Installation();
    const script = documentedRestore
      .replaceAll("/var/lib/booking-risk", lost.data)
      .replaceAll("recovered", found.data)
      .replaceAll("monday.tar", full);
    const path = `${found.folder}:${dirname(litestream)}:${process.env.PATH}`;
    const restoring = run({ PATH: path, LITESTREAM_CONFIG: config }, "sh", "-ec", script);
    expect(await restoring.exited).toBe(0);
    for (const name of databases) {
      expect(statSync(join(found.data, `${name}.db`)).mode & 0o077).toBe(0);
    }
    const stored = decisionsIn(found.data);
    const missing = calling.acknowledged.filter((id) => !stored.has(id)).sort();
    const newest = Math.max(...calling.acknowledged.map(timeOf));
    const lostMs = missing.length === 0 ? 0 : newest - timeOf(missing[0]!);
    process.stdout.write(
      `of ${calling.acknowledged.length} decisions, ${missing.length} lost: the last ${lostMs} ms\n`,
    );
    expect(stored.size).toBeGreaterThan(0);
    expect(lostMs).toBeLessThan(lossMsMax);
    const verified = await found.json<{ decisions: number; same: number }>(
      "decision",
      "verify",
      "--all",
    );
    expect(verified).toMatchObject({ decisions: stored.size, same: stored.size });
    const again = await found.serve();
    expect((await callRisk(again.url, secret.key, booking())).status).toBe(200);
    const ready = (await (await fetch(`${again.url}/readyz`)).json()) as { warnings: string[] };
    expect(ready.warnings).toEqual([]);
    expect(await again.stop()).toBe(0);
  },
);

/** @returns its address, with an empty bucket. */
async function startS3Server(): Promise<string> {
  const bucket = join(folder, "s3/booking-risk");
  mkdirSync(bucket, { recursive: true });
  mkdirSync(join(folder, "meta"));
  const address = `127.0.0.1:${await freePort()}`;
  const server = Bun.spawn(
    [
      s3Server,
      "--quiet",
      "--port",
      address,
      "posix",
      "--sidecar",
      join(folder, "meta"),
      join(folder, "s3"),
    ],
    {
      env: { ROOT_ACCESS_KEY: credentials.access, ROOT_SECRET_KEY: credentials.secret },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  started.push(server);
  const url = `http://${address}`;
  await waitUntil("the S3 server", async () => (await fetch(url)).status === 403, {
    ignoreErrors: true,
  });
  return url;
}

/** The documented configuration, with the paths of this test. @returns its file. */
function configFor(data: string, endpoint: string): string {
  const text = documentedConfig
    .replaceAll("/var/lib/booking-risk", data)
    .replaceAll("https://s3.example.com", endpoint);
  const file = join(folder, "litestream.yml");
  writeFileSync(file, text);
  return file;
}

/** Runs a program with what lets Litestream use the bucket. */
function run(environment: Record<string, string>, ...command: string[]): Bun.Subprocess {
  const env = {
    AWS_ACCESS_KEY_ID: credentials.access,
    AWS_SECRET_ACCESS_KEY: credentials.secret,
    ...environment,
  };
  return Bun.spawn(command, { env, stdio: ["ignore", "ignore", "inherit"] });
}

/** The objects of a database in the bucket. */
const objectsOf = (name: string) =>
  [...new Bun.Glob(`${name}/**/*.ltx`).scanSync(join(folder, "s3/booking-risk"))].length;

function decisionsIn(data: string): Set<string> {
  const events = openDatabase(join(data, "events.db"));
  const rows = events.query<{ id: string }, []>("SELECT id FROM decisions").all();
  events.close();
  return new Set(rows.map(({ id }) => id));
}

/** Unix ms: the beginning of an ID is the time of its decision, as in UUIDv7. */
const timeOf = (id: string) => Number.parseInt(id.slice("dec_".length, "dec_".length + 12), 16);
