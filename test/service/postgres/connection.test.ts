import { afterAll, beforeAll, expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { StorageUnavailable } from "../../../src/storage/port/store.ts";
import { textArrayParameter } from "../../../src/storage/postgres/array-parameter.ts";
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

describeWith(postgresql)("an array of texts", () => {
  const stores = postgresStores();

  test("comes back as it was given, but for what PostgreSQL does not store", async () => {
    const { sql, close } = connectTo(await stores.newPlace());
    const plain = [
      "",
      "NULL",
      '{"a":"\\u0000"}',
      "line\n, tab\t",
      "\u{1F600} \u00FC",
      "x".repeat(100_000),
    ];
    const given = [...plain, null, undefined, "nul \0", "half \ud800"];
    const [row] = await sql<{ texts: (string | null)[] }>("SELECT $1::text[] AS texts", [
      textArrayParameter(given),
    ]);
    await close();
    expect(row!.texts).toEqual([...plain, null, null, "nul \uFFFD", "half \uFFFD"]);
  });
});
