/** Limits of two copies of the executable on one PostgreSQL: divided among those that run, or shared. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client } from "pg";
import { Person } from "../../../scripts/programs/dashboard-client/account.ts";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { attemptLimits } from "../../../src/http/dashboard-api/attempt-limits.ts";
import { heartbeat } from "../../../src/storage/postgres/shared/copies.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";

/** As docs/limits.md has it. */
const forgottenWithinMs = 7000;
const mib = 1024 ** 2;

describeWith(postgresql)("two copies", () => {
  let databases: Databases;
  const environment: Record<string, string> = {};
  const [one, two] = [new Installation(environment), new Installation(environment)];
  let copies: Service[];
  const rate = 20;
  const flags = ["--rate-limit", String(rate), "--telemetry-key-quota", "2"];
  beforeAll(async () => {
    databases = await openDatabases();
    environment.DATABASE_URL = await databases.createDatabase();
    copies = await Promise.all([one.serve(...flags), two.serve(...flags)]);
    for (const copy of copies) await knows(copy, 2);
  });
  afterAll(() => databases.remove());

  /** Waits until a copy knows that so many run. */
  const knows = (copy: Service, count: number) =>
    waitUntil(`it knows that ${count} run`, async () => {
      const metrics = await (await fetch(`${copy.url}/metrics`)).text();
      return metrics.includes(`\nbooking_risk_copies ${count}\n`);
    });

  /** Of so many calls at once: how many passed, and how long it took, s. */
  async function burst(to: readonly Service[], calls: number, key: string) {
    const body = JSON.stringify(fullRequest());
    const startedAt = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: calls }, async (_, i) => {
        return (await callRisk(to[i % to.length]!.url, key, body)).status;
      }),
    );
    expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    const passed = statuses.filter((status) => status === 200).length;
    return { passed, elapsedS: (performance.now() - startedAt) / 1000 };
  }

  /** Of a project of its own: nothing of its limit is used. */
  const newKey = async () => (await one.project()).secret.key;

  test("let through a project's limit together, whether all or one of them are asked", async () => {
    const both = await burst(copies, 200, await newKey());
    expect(both.passed).toBeGreaterThanOrEqual(rate);
    expect(both.passed).toBeLessThanOrEqual(rate + both.elapsedS * rate + 2);
    const { passed, elapsedS } = await burst([copies[0]!], 100, await newKey());
    expect(passed).toBeGreaterThanOrEqual(rate / 2);
    expect(passed).toBeLessThanOrEqual((rate / 2) * (1 + elapsedS) + 1);
  });

  test("let through a key's limit together", async () => {
    const { projectId } = await one.project();
    const { key } = await one.key(projectId, "secret", { rateLimit: 6 });
    const { passed, elapsedS } = await burst(copies, 40, key);
    expect(passed).toBeGreaterThanOrEqual(6);
    expect(passed).toBeLessThanOrEqual(6 * (1 + elapsedS) + 2);
  });

  test("use up a key's bytes of a day together, and one alone may use nearly all", async () => {
    const quota = 2 * mib;
    /** By each copy, once nearly all of the quota is used up. */
    const refusals = 50;
    let sequence = 0;
    /** Sends a batch of some 30 KiB; the bytes that were taken in. */
    async function send({ url }: Service, key: string): Promise<number> {
      const body = JSON.stringify({
        key,
        collectionId: `col_shared${String(sequence++).padStart(8, "0")}`,
        sequence: 0,
        startedAt: Date.now(),
        sentAt: Date.now(),
        sdkVersion: "test",
        events: Array.from({ length: 190 }, () => {
          return { kind: "scroll", at: 10, page: 0, scrolls: 1, depth: 0.5 };
        }),
        padding: "x".repeat(16 * 1024),
      });
      const { status, headers } = await fetch(`${url}/sdk/batch`, { method: "POST", body });
      if (status === 204) return body.length;
      expect([status, headers.get("ratelimit-policy")]).toEqual([
        429,
        expect.stringContaining("key-day"),
      ]);
      return 0;
    }
    /** Sends to all of these copies until nearly all is used up, and then goes on. */
    async function useUp(to: readonly Service[], mostTaken: number): Promise<void> {
      const { key } = (await one.project()).publishable;
      const startedAt = performance.now();
      let taken = 0;
      let refused = 0;
      let i = 0;
      await waitUntil("refusals", async () => {
        const bytes = await send(to[i++ % to.length]!, key);
        taken += bytes;
        if (bytes === 0 && taken > 0.9 * quota) refused++;
        return refused === refusals * to.length;
      });
      const returned = ((performance.now() - startedAt) / 1000 / (24 * 60 * 60)) * quota;
      expect(taken).toBeLessThanOrEqual(mostTaken + returned);
    }
    // Two that report at different times may take a quarter more: see shared-buckets.ts.
    await Promise.all([useUp(copies, 1.25 * quota), useUp([copies[0]!], quota)]);
  });

  test("count wrong passwords together", async () => {
    const wrong = async (copy: number) => {
      const body = { email: "ada@example.com", password: "a wrong password" };
      return (await new Person(copies[copy % 2]!.url).call("POST", "/session", body)).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < attemptLimits.account.most; i++) statuses.push(await wrong(i));
    expect([...new Set(statuses)]).toEqual([401]);
    expect([await wrong(0), await wrong(1)]).toEqual([429, 429]);
    expect(statuses).toHaveLength(10);
  });

  test("that stop are not counted any more, and neither are those that are killed", async () => {
    expect(heartbeat.silentMs + 2 * heartbeat.everyMs).toBeLessThanOrEqual(forgottenWithinMs);
    const database = new Client({ connectionString: environment.DATABASE_URL! });
    await database.connect();
    const listed = async () =>
      (await database.query<{ id: string }>("SELECT id FROM copies")).rows.map(({ id }) => id);
    const [first] = copies as [Service, Service];
    const killed = await two.serve(...flags);
    const before = await listed();
    const stopped = await two.serve(...flags);
    const [idOfStopped] = (await listed()).filter((id) => !before.includes(id));
    await knows(first, 4);
    await stopped.stop();
    // It took itself off the list: nobody waits for it to fall silent.
    expect(idOfStopped).toBeDefined();
    expect(await listed()).not.toContain(idOfStopped!);
    await database.end();
    killed.process.kill("SIGKILL");
    await knows(first, 2);
    const { passed, elapsedS } = await burst([first], 100, await newKey());
    expect(passed).toBeGreaterThanOrEqual(rate / 2);
    expect(passed).toBeLessThanOrEqual((rate / 2) * (1 + elapsedS) + 1);
  });
});
