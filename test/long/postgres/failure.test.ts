/**
 * Faults of the database under the real executable: what callers see while a fault lasts, that the service
 * recovers without a restart, and that nothing it acknowledged is lost.
 */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { type Cluster, postgresql, startCluster } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { Callers, callers, count, expectOnly, recovered } from "../../fixtures/callers.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith, smallDisk } from "../../fixtures/needs.ts";
import { type PgBouncer, pgbouncer, startPgBouncer } from "../../fixtures/postgres/pgbouncer.ts";
import { type DatabaseProxy, startProxy } from "../../fixtures/postgres/proxy.ts";
import { autoFailover, type FailoverPair, startFailoverPair } from "./failover-pair.ts";

/** Between two calls of each caller, ms: enough that all decisions can be recomputed at the end. */
const pauseMs = 20;

/** Asks the database as its owner, past everything that a test puts in between. */
async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString: url });
  client.on("error", () => {}); // Tests end servers.
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const ask = (url: string, text: string) =>
  withClient(url, async (client) => (await client.query(text)).rows as Record<string, unknown>[]);

/** Null where the database has no connection left. */
async function connected(url: string): Promise<Client | null> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  return client.connect().then(
    () => client,
    () => null,
  );
}

async function firstProject(installation: Installation): Promise<string> {
  return (await installation.project()).secret.key;
}

/** What a booking and `/readyz` are answered with, one after the other. */
async function scoreAndReadiness({ url }: Service, key: string): Promise<[number, number]> {
  const score = await callRisk(url, key, fullRequest());
  await score.arrayBuffer();
  const ready = await fetch(`${url}/readyz`);
  await ready.arrayBuffer();
  return [score.status, ready.status];
}

/** All that was acknowledged is stored, once, and every decision recomputes bit for bit. */
async function expectNothingLost(installation: Installation, url: string, calling: Callers) {
  await calling.stop();
  const decisions = await ask(url, "SELECT id FROM decisions");
  const stored = new Set(decisions.map(({ id }) => id));
  expect(stored.size).toBe(decisions.length);
  expect(calling.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  const outcomes = await ask(url, "SELECT decision_id AS id FROM outcomes");
  const reported = new Set(outcomes.map(({ id }) => id));
  expect(calling.reported.length).toBeGreaterThan(0);
  expect(calling.reported.filter((id) => !reported.has(id))).toEqual([]);
  const verified = await installation.json<{ decisions: number; same: number }>(
    "decision",
    "verify",
    "--all",
  );
  expect(verified).toMatchObject({ decisions: decisions.length, same: decisions.length });
}

describeWith(postgresql)("a database that", () => {
  let cluster: Cluster;
  let proxy: DatabaseProxy;
  /** Directly, not through the proxy. */
  let direct: string;
  let service: Service;
  let key: string;
  let calling: Callers;
  const environment: Record<string, string> = {};
  const installation = new Installation(environment);

  beforeAll(async () => {
    cluster = await startCluster({ max_connections: "25", superuser_reserved_connections: "2" });
    direct = await cluster.createDatabase();
    proxy = await startProxy(join(cluster.sockets, ".s.PGSQL.5432"));
    environment.DATABASE_URL = `postgres://test@127.0.0.1:${proxy.port}${new URL(direct).pathname}`;
    key = await firstProject(installation);
    service = await installation.serve();
    calling = new Callers(service.url, key, { pauseMs, reports: true });
    await waitUntil("50 decisions", () => calling.acknowledged.length >= 50);
  });
  afterAll(async () => {
    await calling.stop();
    proxy.close();
    await cluster.remove();
  });

  test("has another copy, which is killed with attempts open: this one is not disturbed", async () => {
    const other = await installation.serve();
    const callingOther = new Callers(other.url, key);
    await waitUntil("50 decisions", () => callingOther.acknowledged.length >= 50);
    calling.phase();
    other.process.kill("SIGKILL");
    await callingOther.stop();
    calling.acknowledged.push(...callingOther.acknowledged);
    await waitUntil("calls", () => calling.calls() >= 10 * callers);
    expectOnly(calling.phase(), 200);
  });

  test.each([["fast"], ["immediate"]] as const)(
    "is restarted (%s): 503 meanwhile",
    async (mode) => {
      calling.phase();
      await cluster.stop(mode);
      const pair = await scoreAndReadiness(service, key);
      await cluster.start();
      await recovered(calling, (seen) => {
        expectOnly(seen, 200, 503);
        expect(count(seen, 503)).toBeGreaterThan(0);
      });
      expect(pair).toEqual([503, 503]);
      expect(await scoreAndReadiness(service, key)).toEqual([200, 200]);
    },
  );

  /** No connection fails: the service has to give each of them up by itself. */
  const silences: readonly [name: string, begin: () => void, end: () => void][] = [
    ["is cut off", () => proxy.cut(), () => proxy.mend()],
    ["is behind a split network", () => proxy.lose("everything"), () => proxy.mend()],
    ["has its answers lost", () => proxy.lose("answers"), () => proxy.mend()],
    ["is frozen", () => cluster.freeze(), () => cluster.thaw()],
  ];
  test.each(silences)("%s: 503 within 10 s, and 200 again afterwards", async (_, begin, end) => {
    calling.phase();
    begin();
    const pair = await scoreAndReadiness(service, key);
    const pairAfter = await scoreAndReadiness(service, key);
    const during = calling.phase();
    end();
    await recovered(calling);
    expect([pair, pairAfter]).toEqual([
      [503, 503],
      [503, 503],
    ]);
    expectOnly(during, 200, 503);
    expect(await scoreAndReadiness(service, key)).toEqual([200, 200]);
  });

  test("is 200 ms away: 200", async () => {
    proxy.delay(100);
    calling.phase();
    await waitUntil("calls", () => calling.calls() >= 5 * callers);
    const pair = await scoreAndReadiness(service, key);
    const during = calling.phase();
    proxy.delay(0);
    await recovered(calling);
    expect(pair).toEqual([200, 200]);
    expectOnly(during, 200);
  });

  test("holds a lock on a table: 503 within 10 s, and the statements that wait are ended", async () => {
    const locked =
      "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND wait_event = 'relation'";
    const oldest = `SELECT extract(epoch FROM max(clock_timestamp() - query_start))::float8 AS s ${locked}`;
    calling.phase();
    const waitedS = await withClient(direct, async (client) => {
      await client.query("BEGIN; LOCK TABLE decisions IN ACCESS EXCLUSIVE MODE");
      let longest = 0;
      const end = performance.now() + 9000;
      while (performance.now() < end) {
        longest = Math.max(longest, Number((await ask(direct, oldest))[0]!.s));
        await Bun.sleep(200);
      }
      await client.query("ROLLBACK");
      return longest;
    });
    const during = calling.phase();
    await recovered(calling);
    expectOnly(during, 200, 503);
    expect(count(during, 503)).toBeGreaterThan(0);
    expect(waitedS).toBeGreaterThan(4);
    expect(waitedS).toBeLessThan(8);
  });

  test("has no connection left: 503 at once", async () => {
    const others: Client[] = [];
    calling.phase();
    const ours = "FROM pg_stat_activity WHERE application_name = 'booking-risk'";
    await withClient(direct, async (admin) => {
      // Whatever the copy had, it loses; whatever is free, others take.
      await waitUntil("a copy without a connection", async () => {
        await admin.query(`SELECT pg_terminate_backend(pid) ${ours}`);
        const taken = await Promise.all(Array.from({ length: 25 }, () => connected(direct)));
        others.push(...taken.filter((one) => one !== null));
        const { rows } = await admin.query(`SELECT count(*)::int AS n ${ours}`);
        return taken.includes(null) && rows[0].n === 0;
      });
      for (let i = 0; i < 3; i++) {
        expect(await scoreAndReadiness(service, key)).toEqual([503, 503]);
      }
    });
    const during = calling.phase();
    for (const other of others) await other.end();
    await recovered(calling);
    expectOnly(during, 200, 503);
    expect(count(during, 503)).toBeGreaterThan(0);
  });

  test("refuses a part of the maintenance: 200, and the log says which, but not the database's words", async () => {
    const saying = (event: string) =>
      service.log.filter((line) => line.includes(event) && line.includes('"task":"quotas"'));
    calling.phase();
    await ask(
      direct,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'not ada@example.com'; END $$;
       CREATE TRIGGER refused BEFORE DELETE ON quotas FOR EACH STATEMENT EXECUTE FUNCTION refuse()`,
    );
    const warned = () => saying("maintenance_failed").find((line) => line.includes("P0001"));
    expect(JSON.parse(await waitUntil("a warning", warned))).toMatchObject({
      level: "warning",
      reason: "the database refused or could not be reached (P0001)",
    });
    const recoveries = saying("maintenance_recovered").length;
    await ask(direct, "DROP FUNCTION refuse CASCADE");
    await waitUntil("the end of it", () => saying("maintenance_recovered").length > recoveries);
    expectOnly(calling.phase(), 200);
  });

  test("commits without its standby, as somebody ends the wait: 503", async () => {
    const waits = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    const standbys = async (names: string) => {
      await ask(direct, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await ask(direct, "SELECT pg_reload_conf()");
    };
    await standbys("a_standby");
    await waitUntil("a commit that waits", async () =>
      Number((await ask(direct, `SELECT count(*) AS n ${waits}`))[0]!.n),
    );
    calling.phase();
    await waitUntil("refusals", async () => {
      await ask(direct, `SELECT pg_cancel_backend(pid) ${waits}`);
      return calling.seen(503) >= 5 * callers;
    });
    const during = calling.phase();
    await standbys("");
    await recovered(calling);
    expect(count(during, 200)).toBe(0);
    expect(count(during, 503)).toBeGreaterThan(0);
  });

  test("had all of these faults has lost nothing, and keeps no attempt open", async () => {
    const open = `SELECT count(*)::int AS n FROM attempts WHERE opened_at < ${Date.now()}`;
    await calling.stop();
    // Those of the copy that was killed, and of callers that gave up, are closed after 30 s.
    await waitUntil("no open attempt", async () => (await ask(direct, open))[0]!.n === 0, {
      intervalMs: 500,
    });
    await expectNothingLost(installation, direct, calling);
  });
});

describeWith(autoFailover)("a primary and its standby", () => {
  let pair: FailoverPair;
  let calling: Callers;
  let service: Service;
  let key: string;
  const environment: Record<string, string> = {};
  const installation = new Installation(environment);
  beforeAll(async () => {
    pair = await startFailoverPair();
    environment.DATABASE_URL = pair.url;
    key = await firstProject(installation);
    service = await installation.serve();
    calling = new Callers(service.url, key, { pauseMs, reports: true });
    await waitUntil("50 decisions", () => calling.acknowledged.length >= 50);
  });
  afterAll(async () => {
    await calling?.stop();
    await pair.remove();
  });

  /** The standby takes over from a primary that is gone. */
  async function expectFailover(name: string, leave: () => void): Promise<void> {
    calling.phase();
    leave();
    const left = performance.now();
    await waitUntil("a refusal", () => calling.seen(503) > 0);
    const refused = calling.acknowledged.length;
    await waitUntil("a decision", () => calling.acknowledged.length > refused + callers);
    const seconds = (performance.now() - left) / 1000;
    await recovered(calling, (seen) => {
      expectOnly(seen, 200, 503);
      const figures = [...seen.statuses].map(([status, calls]) => `${calls} × ${status}`);
      process.stdout.write(`${name}: ${figures.join(", ")}, ${seconds.toFixed(1)} s\n`);
    });
    expect(await scoreAndReadiness(service, key)).toEqual([200, 200]);
  }

  test("the primary is killed: 503 until the standby has taken over, and nothing is lost", async () => {
    await expectFailover("killed", pair.killPrimary);
  });

  test("the primary freezes: 503 until the standby has taken over; two primaries do no harm", async () => {
    await pair.startKilled();
    await expectFailover("frozen", pair.freezePrimary);
    calling.phase();
    // For a moment it takes itself for the primary. Nobody uses it, and nothing that it commits is confirmed.
    await pair.thawFrozen();
    await recovered(calling, (seen) => expectOnly(seen, 200, 503));
  });

  test("the roles are changed: 503 meanwhile, and nothing is lost", async () => {
    calling.phase();
    await pair.switchOver();
    await recovered(calling, (seen) => {
      expectOnly(seen, 200, 503);
      const figures = [...seen.statuses].map(([status, calls]) => `${calls} × ${status}`);
      process.stdout.write(`switchover: ${figures.join(", ")}\n`);
    });
    await expectNothingLost(installation, pair.primaryUrl(), calling);
  });
});

describeWith(postgresql, pgbouncer)("behind PgBouncer in transaction mode", () => {
  let cluster: Cluster;
  let bouncer: PgBouncer;
  let direct: string;
  const environment: Record<string, string> = {};
  const installation = new Installation(environment);
  beforeAll(async () => {
    cluster = await startCluster();
    bouncer = await startPgBouncer(cluster);
    direct = await cluster.createDatabase();
    environment.DATABASE_URL = bouncer.urlOf(direct);
  });
  afterAll(async () => {
    await bouncer.remove();
    await cluster.remove();
  });

  test("two copies migrate, score, answer a key once and revoke; both recover from its restart and the database's", async () => {
    const copies = await Promise.all([installation.serve(), installation.serve()]);
    const project = await installation.project();
    const key = project.secret.key;
    const calling = copies.map(({ url }) => new Callers(url, key, { pauseMs, reports: true }));
    const [first, second] = calling as [Callers, Callers];
    await waitUntil("decisions", () => calling.every((one) => one.acknowledged.length >= 50));

    const once = { ...fullRequest(), requestId: "once" };
    const answers = await Promise.all(
      [0, 1, 0, 1].map(async (copy) => {
        const answer = await callRisk(copies[copy]!.url, key, once, { "Idempotency-Key": "one" });
        return ((await answer.json()) as { decisionId: string }).decisionId;
      }),
    );
    expect(new Set(answers).size).toBe(1);

    const other = await installation.json<{ key: string; keyId: string }>(
      "key",
      "create",
      "--project",
      project.projectId,
      "--kind",
      "secret",
    );
    const statuses = () =>
      Promise.all(copies.map(async ({ url }) => (await callRisk(url, other.key, once)).status));
    expect(await statuses()).toEqual([200, 200]);
    await installation.json("key", "revoke", other.keyId);
    expect(await statuses()).toEqual([401, 401]);
    for (const one of calling) expectOnly(one.phase(), 200);

    for (const restarted of [bouncer, cluster]) {
      await restarted.stop();
      await waitUntil("refusals", () => calling.every((one) => one.seen(503) > 0));
      await restarted.start();
      for (const one of calling) await recovered(one, (seen) => expectOnly(seen, 200, 503));
    }
    for (const copy of copies) expect(await scoreAndReadiness(copy, key)).toEqual([200, 200]);
    await second.stop();
    first.acknowledged.push(...second.acknowledged);
    first.reported.push(...second.reported);
    await expectNothingLost(installation, direct, first);
  });
});

/** A tmpfs of its own. */
async function mountedDisk(mib: number): Promise<string> {
  const disk = mkdtempSync(join(tmpdir(), "booking-risk-disk-"));
  await Bun.$`mount -t tmpfs -o size=${mib}m tmpfs ${disk}`.quiet();
  return disk;
}

async function unmount(disk: string): Promise<void> {
  await Bun.$`umount --lazy ${disk}`.quiet();
  rmSync(disk, { recursive: true });
}

/** Takes all the space that is left. @returns the file that has it. */
async function fill(disk: string): Promise<string> {
  const filler = join(disk, "filler");
  await Bun.$`dd if=/dev/zero of=${filler} bs=64k`.quiet().nothrow();
  return filler;
}

const refusesAll = (calling: Callers) => {
  const { statuses } = calling.phase();
  return statuses.size === 1 && statuses.has(503);
};

describeWith(postgresql, smallDisk)("a disk of 80 MiB", () => {
  const environment: Record<string, string> = {};
  const installation = new Installation(environment);
  let disk: string;
  let cluster: Cluster;
  let key: string;
  let service: Service;
  let calling: Callers;

  async function start(place: "data" | "log"): Promise<void> {
    disk = await mountedDisk(80);
    cluster = await startCluster({}, { [place]: disk });
    environment.DATABASE_URL = await cluster.createDatabase();
    key = await firstProject(installation);
    service = await installation.serve();
    calling = new Callers(service.url, key, { pauseMs, reports: true });
    await waitUntil("50 decisions", () => calling.acknowledged.length >= 50);
  }
  afterEach(async () => {
    await calling.stop();
    await service.stop();
    await cluster.remove();
    await unmount(disk);
  });

  test("for the database's tables is full: 503 until there is space again", async () => {
    await start("data");
    const filler = await fill(disk);
    calling.phase();
    // What the tables' last pages have left is used up first.
    await waitUntil("refusals only", () => refusesAll(calling), { intervalMs: 500 });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/booking_risk_storage_errors_total\{kind="full"\} [1-9]/);
    await waitUntil("calls", () => calling.calls() >= 5 * callers);
    expectOnly(calling.phase(), 503);
    rmSync(filler);
    await recovered(calling);
    expect(await scoreAndReadiness(service, key)).toEqual([200, 200]);
    await expectNothingLost(installation, environment.DATABASE_URL!, calling);
  });

  test("for the database's write-ahead log is full: 503 until PostgreSQL, which stops, is started with space", async () => {
    await start("log");
    const filler = await fill(disk);
    calling.phase();
    // The log's last files are used up first: each switch begins the next one.
    await waitUntil("a database that has stopped", async () => {
      await ask(environment.DATABASE_URL!, "SELECT pg_switch_wal()").catch(() => {});
      return !cluster.isRunning();
    });
    await waitUntil("refusals only", () => refusesAll(calling), { intervalMs: 500 });
    expect(await scoreAndReadiness(service, key)).toEqual([503, 503]);
    expectOnly(calling.phase(), 503);
    rmSync(filler);
    await cluster.start();
    await recovered(calling, (seen) => expectOnly(seen, 200, 503));
    expect(await scoreAndReadiness(service, key)).toEqual([200, 200]);
    await expectNothingLost(installation, environment.DATABASE_URL!, calling);
  });
});
