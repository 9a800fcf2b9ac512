import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { type Connection, connectTo } from "../../../src/storage/postgres/connection.ts";
import { logFailures, maintain } from "../../../src/storage/postgres/maintenance.ts";
import migration from "../../../src/storage/postgres/migrations/0010_hotel-days.sql" with {
  type: "text",
};
import { openAttempts } from "../../../src/storage/postgres/open-attempts.ts";
import { partitionNames } from "../../../src/storage/postgres/partitions.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { decisionOf, reportOf } from "../../fixtures/storage/contract/fixtures.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("maintenance that the database refuses", () => {
  const stores = postgresStores();
  let connection: Connection;
  const lines: unknown[][] = [];
  beforeAll(async () => {
    const url = await stores.newPlace();
    await stores.open(url); // Creates the tables.
    connection = connectTo(url);
  });
  afterAll(() => connection.close());

  const perform = logFailures((...line) => void lines.push(line));
  async function logged(): Promise<unknown[][]> {
    await maintain(connection, openAttempts(connection, null), perform);
    return lines.splice(0);
  }
  /** The database refuses to delete from a table, in words that have a guest's address in them. */
  const refuse = (table: string, code: string) =>
    connection.sql(
      `CREATE OR REPLACE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'not ada@example.com' USING ERRCODE = '${code}'; END $$;
       CREATE OR REPLACE TRIGGER refused BEFORE DELETE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_${table}()`,
    );
  const permit = (table: string) => connection.sql(`DROP TRIGGER refused ON ${table}`);
  const failed = (task: string, reason: string) => {
    return ["warning", "maintenance_failed", { task, reason }];
  };
  const recovered = (task: string) => ["info", "maintenance_recovered", { task }];

  test("is logged once for each task and reason until the task succeeds, by its code alone", async () => {
    expect(await logged()).toEqual([]);
    const odd = failed("quotas", "the database refused or could not be reached (P0001)");
    await refuse("quotas", "P0001");
    expect([await logged(), await logged()]).toEqual([[odd], []]);

    const full = "the database's disk is full (53100)";
    await refuse("quotas", "53100");
    await refuse("copies", "53100");
    const both = await logged();
    expect(both).toHaveLength(2);
    expect(both).toEqual(expect.arrayContaining([failed("quotas", full), failed("copies", full)]));
    await refuse("quotas", "P0001");
    expect(await logged()).toEqual([]);

    await permit("quotas");
    expect([await logged(), await logged()]).toEqual([[recovered("quotas")], []]);
    await refuse("quotas", "P0001");
    await permit("copies");
    const one = await logged();
    expect(one).toHaveLength(2);
    expect(one).toEqual(expect.arrayContaining([odd, recovered("copies")]));
  });

  test("does not keep the rest of it from being done", async () => {
    await connection.sql("INSERT INTO attempt_windows VALUES ('x', 1, 0)");
    await refuse("quotas", "P0001");
    await logged();
    expect(await connection.sql("SELECT name FROM attempt_windows")).toEqual([]);
  });
});

test("what is no failure of the database is logged by its class", async () => {
  const lines: unknown[][] = [];
  const perform = logFailures((...line) => void lines.push(line));
  await perform("quotas", async () => {
    throw new TypeError("ada@example.com is not a function");
  });
  expect(lines).toEqual([
    ["warning", "maintenance_failed", { task: "quotas", reason: "TypeError" }],
  ]);
});

describeWith(postgresql)("the days of hotels", () => {
  const stores = postgresStores();
  const dayMs = 24 * 60 * 60 * 1000;
  const sums = ({ sql }: Connection) =>
    sql(
      `SELECT project_id, hotel, day, sum(attempts)::int AS attempts, sum(frauds)::int AS frauds,
         sum(delay_days)::int AS delays
       FROM hotel_days WHERE hotel NOT IN (-1, -2) GROUP BY 1, 2, 3
       HAVING sum(attempts) <> 0 OR sum(frauds) <> 0 ORDER BY 1, 2, 3`,
    );

  /** Attempts of some days, of which some are reported, by connections of two processes. */
  async function filled(url: string, now: number): Promise<void> {
    const both = [await stores.open(url), await stores.open(url)];
    for (const [i, days] of [0, 0, 1, 5, 5, 9].entries()) {
      const store = both[i % 2]!;
      const one = decisionOf("prj_1", { hotel: 7 + (i % 3) }, now - days * dayMs, i);
      await store.decisions.commit(one);
      for (const [n, outcome] of ["fraud", "legitimate", "fraud", "withdrawn"].entries()) {
        if (n >= i) continue;
        await store.outcomes.report(reportOf(one, outcome, now - (5 - n) * dayMs));
      }
    }
  }

  test("are merged when they are over, and count the same", async () => {
    const url = await stores.newPlace();
    await filled(url, Date.now());
    const connection = connectTo(url);
    const before = await sums(connection);
    expect(before.length).toBeGreaterThan(8);
    const writers = async (days: string) => {
      const [row] = await connection.sql<{ n: number }>(
        `SELECT count(*) AS n FROM hotel_days
         WHERE writer <> 0 AND day ${days} floor(extract(epoch FROM now()) / 86400) - 1`,
      );
      return row!.n;
    };
    expect(await writers("<")).toBeGreaterThan(4);
    const kept = await writers(">=");
    await maintain(connection, openAttempts(connection, null), async (_, work) => work());
    expect(await sums(connection)).toEqual(before);
    expect([await writers("<"), await writers(">=")]).toEqual([0, kept]);
    await connection.close();
  });

  test("of a database from before they were counted are the same", async () => {
    const url = await stores.newPlace();
    await filled(url, Date.now());
    const connection = connectTo(url);
    const before = await sums(connection);
    await connection.sql("TRUNCATE hotel_days");
    for (const statement of migration.split("--> statement-breakpoint").slice(-3)) {
      await connection.sql(statement);
    }
    expect(await sums(connection)).toEqual(before);
    await connection.close();
  });
});

describeWith(postgresql)("a copy whose clock is 1000 days ahead", () => {
  const stores = postgresStores();

  test("keeps the tables in order by the database's time", async () => {
    const month = new Date();
    month.setUTCMonth(month.getUTCMonth() + 1, 1);
    const next = month.toISOString().slice(0, 7).replace("-", "_");
    const url = await stores.newPlace();
    const right = await stores.openIndexing(url);
    await right.decisions.commit(decisionOf("prj_1", { hotel: 7 }, Date.now(), 1));
    const connection = connectTo(url);
    await connection.sql("INSERT INTO idempotency VALUES ('prj_1', 'key', 'body', 'dec_1', $1)", [
      Date.now(),
    ]);
    const state = async () => ({
      partitions: [...(await partitionNames(connection))]
        .filter((one) => one.endsWith(next))
        .sort(),
      keys: await connection.sql("SELECT key_hash FROM idempotency"),
      days: await connection.sql("SELECT * FROM hotel_days WHERE hotel = 7"),
    });
    const before = await state();
    expect(before).toMatchObject({ keys: [{}], days: [{}] });
    expect(before.partitions).toHaveLength(6);
    const from = Date.now();
    const clock = spyOn(Date, "now").mockImplementation(() => from + 1000 * 86_400_000);
    try {
      const ahead = await stores.openIndexing(url);
      expect(await state()).toEqual(before);
      await maintain(connection, openAttempts(connection, null), async (_, work) => work());
      expect(await state()).toEqual(before);
      expect(Math.abs((await ahead.shared!.now()) - from)).toBeLessThan(60 * 60 * 1000);
    } finally {
      clock.mockRestore();
      await connection.close();
    }
  });
});
