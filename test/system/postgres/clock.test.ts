/** A copy on PostgreSQL whose clock is not the database's. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { clockAround } from "../../../scripts/development/test/shifted-clock.ts";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { Installation } from "../../fixtures/executable.ts";
import { debianProgram, describeWith } from "../../fixtures/needs.ts";

const hour = 60 * 60 * 1000;

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
