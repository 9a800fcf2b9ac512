import { afterAll, beforeAll, expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { StorageUnavailable } from "../../../src/storage/port/store.ts";
import { type Connection, connectTo } from "../../../src/storage/postgres/connection.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { rejection } from "../../fixtures/storage/contract/fixtures.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("a transaction", () => {
  const stores = postgresStores();
  let connection: Connection;
  beforeAll(async () => {
    connection = connectTo(await stores.newPlace());
    await connection.sql("CREATE TABLE written (n int)");
  });
  afterAll(() => connection.close());
  const written = async () => {
    const rows = await connection.sql<{ n: number }>("SELECT n FROM written ORDER BY n");
    return rows.map(({ n }) => n);
  };

  test("of which a statement failed is not stored, and says so, whatever it did about the failure", async () => {
    const refused = await rejection(
      connection.transaction(async ({ sql }) => {
        await sql("INSERT INTO written VALUES (1)");
        await sql("SELECT 1 / 0").catch(() => {});
        return "done";
      }),
    );
    expect(refused).toBeInstanceOf(StorageUnavailable);
    expect(String(refused)).toContain("22012");
    await connection.transaction(({ sql }) => sql("INSERT INTO written VALUES (2)"));
    expect(await written()).toEqual([2]);
  });

  test("that its work gives up is rolled back, and its connection is used again", async () => {
    const before = await connection.sql("SELECT pg_backend_pid() AS pid");
    const refused = await rejection(
      connection.transaction(async ({ sql }) => {
        await sql("INSERT INTO written VALUES (3)");
        throw new Error("given up");
      }),
    );
    expect(String(refused)).toBe("Error: given up");
    expect(await written()).not.toContain(3);
    expect(await connection.sql("SELECT pg_backend_pid() AS pid")).toEqual(before);
  });
});
