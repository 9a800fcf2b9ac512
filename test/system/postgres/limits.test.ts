/** Limits of two copies of the executable on one PostgreSQL: divided among those that run, or shared. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Person } from "../../../scripts/dashboard-client/account.ts";
import { waitUntil } from "../../../scripts/wait-until.ts";
import { attemptLimits } from "../../../src/dashboard-api/attempt-limits.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { type Databases, openDatabases, postgresql } from "../../fixtures/postgres/cluster.ts";

/** As docs/limits.md has it, and some for a busy machine. */
const forgottenWithinMs = 7000 + 5000;
const mib = 1024 ** 2;

describeWith(postgresql)("two copies", () => {
  let databases: Databases;
  const environment: Record<string, string> = {};
  const [one, two] = [new Installation(environment), new Installation(environment)];
  let copies: Service[];
  let project: Awaited<ReturnType<Installation["project"]>>;
  const rate = 20;
  const flags = ["--rate-limit", String(rate), "--telemetry-key-quota", "2"];
  beforeAll(async () => {
    databases = await openDatabases();
    environment.DATABASE_URL = await databases.createDatabase();
    copies = await Promise.all([one.serve(...flags), two.serve(...flags)]);
    project = await one.project();
    for (const copy of copies) await knows(copy, 2);
  }, 120_000);
  afterAll(() => databases.remove());

  /** Waits until a copy knows that so many run. */
  const knows = (copy: Service, count: number) =>
    waitUntil(`it knows that ${count} run`, async () => {
      const metrics = await (await fetch(`${copy.url}/metrics`)).text();
      return metrics.includes(`\nbooking_risk_copies ${count}\n`);
    });

  /** Of so many calls at once: how many passed, and how long it took, s. */
  async function burst(to: readonly Service[], calls: number, key = project.secret.key) {
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

  test("let through a project's limit together, whether all or one of them are asked", async () => {
    const both = await burst(copies, 200);
    expect(both.passed).toBeGreaterThanOrEqual(rate);
    expect(both.passed).toBeLessThanOrEqual(rate + both.elapsedS * rate + 2);
    await Bun.sleep(1000);
    const [first] = copies;
    const { passed, elapsedS } = await burst([first!], 100);
    expect(passed).toBeGreaterThanOrEqual(rate / 2);
    expect(passed).toBeLessThanOrEqual((rate / 2) * (1 + elapsedS) + 1);
  }, 60_000);

  test("let through a key's limit together", async () => {
    const { key } = await one.json<{ key: string }>(
      ...["key", "create", "--project", project.projectId, "--kind", "secret"],
      ...["--rate-limit", "6"],
    );
    await Bun.sleep(1000); // So that the project's limit has room for them.
    const { passed, elapsedS } = await burst(copies, 40, key);
    expect(passed).toBeGreaterThanOrEqual(6);
    expect(passed).toBeLessThanOrEqual(6 * (1 + elapsedS) + 2);
  }, 60_000);

  test("use up a key's bytes of a day together, and one alone may use nearly all", async () => {
    const quota = 2 * mib;
    let sequence = 0;
    /** Sends a batch of some 30 KiB; the bytes that were taken in. */
    async function send({ url }: Service, key: string): Promise<number> {
      const body = JSON.stringify({
        ...{ key, collectionId: `col_shared${String(sequence++).padStart(8, "0")}`, sequence: 0 },
        ...{ startedAt: Date.now(), sentAt: Date.now(), sdkVersion: "test" },
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
    // Two that report at different times may take a quarter more: see shared-buckets.ts.
    for (const [to, beyond] of [[copies, 1.25] as const, [[copies[0]!], 1] as const]) {
      const { key } = await one.json<{ key: string }>(
        ...["key", "create", "--project", project.projectId, "--kind", "publishable"],
      );
      let taken = 0;
      const startedAt = performance.now();
      const elapsedS = () => (performance.now() - startedAt) / 1000;
      for (let i = 0; elapsedS() < 12; i++) {
        taken += await send(to[i % to.length]!, key);
        await Bun.sleep(20);
      }
      const returned = (elapsedS() * quota) / (24 * 60 * 60);
      expect(taken).toBeLessThanOrEqual(beyond * quota + returned);
      expect(taken).toBeGreaterThan(0.9 * quota);
    }
  }, 90_000);

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
  }, 60_000);

  test("that stop are not counted any more, and neither are those that are killed", async () => {
    const [first, second] = copies as [Service, Service];
    second.process.kill("SIGKILL");
    const killedAt = performance.now();
    await knows(first, 1);
    expect(performance.now() - killedAt).toBeLessThan(forgottenWithinMs);
    const { passed, elapsedS } = await burst([first], 100);
    expect(passed).toBeGreaterThanOrEqual(rate);
    expect(passed).toBeLessThanOrEqual(rate * (1 + elapsedS) + 1);
    const third = await two.serve(...flags);
    await knows(first, 2);
    const stopped = third.stop();
    const stoppingAt = performance.now();
    await stopped;
    await knows(first, 1);
    // It took itself off the list: nobody waited for it to fall silent.
    expect(performance.now() - stoppingAt).toBeLessThan(4000);
  }, 60_000);
});
