import { afterAll, beforeEach, expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { type Connection, connectTo, type Sql } from "../../../src/storage/postgres/connection.ts";
import { removeOldKeys } from "../../../src/storage/postgres/events/idempotency.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("idempotency keys that are too old", () => {
  const stores = postgresStores();
  const connections: Connection[] = [];
  let connection: Connection;
  let sql: Sql;
  beforeEach(async () => {
    const url = await stores.newPlace();
    await stores.open(url); // Creates the tables.
    connection = connectTo(url);
    connections.push(connection);
    sql = connection.sql;
  });
  afterAll(async () => {
    for (const one of connections) await one.close();
  });

  const before = 1_000_000;
  /** Keys that were used one after the other, the last of them at the moment that is given. */
  const used = (project: string, name: string, count: number, last: number) =>
    sql(
      `INSERT INTO idempotency SELECT $1, $2::text || ' ' || n, 'body', 'dec_1', $4::bigint - n
       FROM generate_series(0, $3::int - 1) AS n`,
      [project, name, count, last],
    );
  const left = () =>
    sql<{ project: string; n: number; oldest: number }>(
      `SELECT project_id AS project, count(*) AS n, min(created_at) AS oldest
       FROM idempotency GROUP BY 1 ORDER BY 1`,
    );

  test("are removed in every project, however many they are, and no others", async () => {
    for (const project of ["prj_1", "prj_2"]) {
      await used(project, "old", 7000, before - 1);
      await used(project, "young", 100, before + 99);
    }
    await used("prj_3", "old", 10, before - 1);
    const sent = connection.roundTrips();
    await removeOldKeys(connection, before);
    expect(connection.roundTrips() - sent).toBe(3); // No statement takes longer, the more they are.
    expect(await left()).toEqual([
      { project: "prj_1", n: 100, oldest: before },
      { project: "prj_2", n: 100, oldest: before },
    ]);
  });

  test("are found without reading those that are not", async () => {
    /** Entries of the table and its indexes that the removal reads. */
    const read = () =>
      connection.transaction(async (transaction) => {
        const count = async () => {
          const [row] = await transaction.sql<{ count: number }>(
            `SELECT sum(pg_stat_get_xact_tuples_returned(oid))::float8 AS count
             FROM pg_class WHERE relname LIKE 'idempotency%'`,
          );
          return row!.count;
        };
        const first = await count();
        await removeOldKeys(transaction, before);
        return (await count()) - first;
      });
    const young = async (count: number) => {
      for (const project of ["prj_1", "prj_2"]) {
        await used(project, `of ${count}`, count, before + count);
        await used(project, `old ${count}`, 5, before - 1);
      }
      await sql("ANALYZE idempotency");
      return read();
    };
    const few = await young(1000);
    const many = await young(50_000);
    expect(few).toBeLessThan(50);
    expect(many).toBeLessThan(50);
    expect((await left()).map(({ oldest }) => oldest > before)).toEqual([true, true]);
  });

  test("are left where one is just used again, without waiting", async () => {
    await used("prj_1", "old", 3, before - 1);
    await connection.transaction(async (transaction) => {
      await transaction.sql("UPDATE idempotency SET created_at = $1 WHERE key_hash = 'old 1'", [
        before,
      ]);
      await removeOldKeys(connection, before);
      expect(await left()).toMatchObject([{ n: 1 }]);
    });
    await removeOldKeys(connection, before);
    expect(await left()).toEqual([{ project: "prj_1", n: 1, oldest: before }]);
  });
});
