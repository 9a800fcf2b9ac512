import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Connection, connectTo } from "../../../src/storage/postgres/connection.ts";
import { logFailures, maintain } from "../../../src/storage/postgres/maintenance.ts";
import { openAttempts } from "../../../src/storage/postgres/open-attempts.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { postgresql } from "../../fixtures/postgres/cluster.ts";
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
