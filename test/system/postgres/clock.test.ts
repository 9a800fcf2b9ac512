/** A copy on PostgreSQL whose clock is not the database's. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { clockAround } from "../../../scripts/development/test/shifted-clock.ts";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { connectTo } from "../../../src/storage/postgres/connection.ts";
import { booking } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";
import { debianProgram, describeWith } from "../../fixtures/needs.ts";
import { endedRetentions, importPast } from "../../fixtures/past-decisions.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

describeWith(postgresql, debianProgram("faketime"))("a clock that is", () => {
  let databases: Databases;
  beforeAll(async () => {
    databases = await openDatabases();
  });
  afterAll(() => databases.remove());

  test.each([
    ["an hour ahead of", hour, "ahead of"],
    ["an hour behind", -hour, "behind"],
  ])("%s the database's is in the log, in /readyz and in doctor", async (_, ms, way) => {
    const environment = { DATABASE_URL: await databases.createDatabase() };
    const shifted = clockAround(new Date(Date.now() + ms).toISOString())(0);
    const installation = new Installation({ ...environment, ...shifted });
    const service = await installation.serve();
    const { warnings } = (await (await fetch(`${service.url}/readyz`)).json()) as Ready;
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^the clock of this machine is 3[56]\\d\\d s ${way} the`)),
    ]);
    const lines = service.log.filter((line) => line.includes("clock_differs"));
    expect(lines).toHaveLength(1);
    const { aheadOfDatabaseMs } = JSON.parse(lines[0]!) as { aheadOfDatabaseMs: number };
    expect(Math.abs(aheadOfDatabaseMs - ms)).toBeLessThan(60_000);
    const { out } = await installation.run("doctor");
    expect(out).toMatch(new RegExp(`^warn storage +the clock of this machine .* ${way} the`, "m"));
    expect(await service.stop()).toBe(0);
  });

  test("1000 days ahead of it ends no retention early", async () => {
    const installation = new Installation({ DATABASE_URL: await databases.createDatabase() });
    await importPast(installation, [50, 10]);
    const shifted = clockAround(new Date(Date.now() + 1000 * day).toISOString())(0);
    const service = await installation.serveIn(shifted, "--decision-retention", "40");
    await waitUntil("the end of a retention", () => endedRetentions(service).length > 0);
    expect(await service.stop()).toBe(0);
    expect(endedRetentions(service)).toEqual([1]);
  });

  test("1000 days ahead of it forgets no idempotency key, and keeps none for longer", async () => {
    const url = await databases.createDatabase();
    const copy = new Installation({ DATABASE_URL: url });
    const { secret } = await copy.project();
    const ahead = clockAround(new Date(Date.now() + 1000 * day).toISOString())(0);
    const services = [await copy.serve(), await copy.serveIn(ahead)];
    for (const [first, second] of [services, services.toReversed()]) {
      const headers = { "Idempotency-Key": `first at ${first!.url}` };
      const answers = [];
      for (const { url } of [first!, second!, first!]) {
        const response = await callRisk(url, secret.key, booking(), headers);
        answers.push(await response.json());
      }
      expect(answers[0]).toHaveProperty("decisionId");
      expect(answers.slice(1)).toEqual([answers[0], answers[0]]);
    }
    const connection = connectTo(url);
    const kept = await connection.sql<{ at: number }>("SELECT created_at AS at FROM idempotency");
    await connection.close();
    expect(kept).toHaveLength(2);
    for (const { at } of kept) expect(Math.abs(at - Date.now())).toBeLessThan(hour);
    for (const service of services) expect(await service.stop()).toBe(0);
  });

  test("right is no warning", async () => {
    const installation = new Installation({ DATABASE_URL: await databases.createDatabase() });
    const service = await installation.serve();
    const { warnings } = (await (await fetch(`${service.url}/readyz`)).json()) as Ready;
    expect(warnings).toEqual([]);
    expect((await installation.run("doctor")).out).toMatch(/^ok +storage /m);
    expect(await service.stop()).toBe(0);
  });
});

interface Ready {
  warnings: string[];
}
