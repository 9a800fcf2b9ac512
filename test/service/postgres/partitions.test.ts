import { afterAll, expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { type Connection, connectTo } from "../../../src/storage/postgres/connection.ts";
import { keepPartitions } from "../../../src/storage/postgres/partitions.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { decisionOf } from "../../fixtures/storage/contract/fixtures.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("partitions", () => {
  const stores = postgresStores();
  const connections: Connection[] = [];
  afterAll(async () => {
    for (const one of connections) await one.close();
  });
  async function database() {
    const url = await stores.newPlace();
    const store = await stores.open(url);
    const all = [1, 2, 3].map(() => connectTo(url));
    connections.push(...all);
    return { store, all, sql: all[0]!.sql };
  }
  const namesOf = async ({ sql }: Pick<Connection, "sql">) => {
    const rows = await sql<{ name: string }>(
      "SELECT relname::text AS name FROM pg_class WHERE relname ~ '^(attempts|decisions)_[0-9]+_[0-9]+$' ORDER BY 1",
    );
    return rows.map(({ name }) => name);
  };
  const months = (...of: string[]) =>
    ["attempts", "decisions"].flatMap((table) => of.map((month) => `${table}_${month}`));
  const idAt = (at: number, rest: string) =>
    `dec_${at.toString(16).padStart(12, "0")}${rest.padStart(20, "0")}`;

  test("are created ahead by several copies at once, hold their month, and are dropped when empty", async () => {
    const { store, all, sql } = await database();
    const at = Date.UTC(2026, 10, 22);
    await Promise.all(all.map((one) => keepPartitions(one, at)));
    expect(await namesOf({ sql })).toEqual(months("2026_11", "2026_12", "2027_01"));

    const made = decisionOf("prj_1", { email: 1 }, at, 5);
    made.decision.id = idAt(at, "5");
    await store.decisions.commit(made);
    const [row] = await sql<{ a: string; d: string }>(
      `SELECT (SELECT tableoid::regclass::text FROM attempts) AS a,
         (SELECT tableoid::regclass::text FROM decisions) AS d`,
    );
    expect(row).toEqual({ a: "attempts_2026_11", d: "decisions_2026_11" });

    const later = Date.UTC(2027, 0, 3);
    await Promise.all(all.map((one) => keepPartitions(one, later)));
    // December's have nothing; November's have a decision.
    expect(await namesOf({ sql })).toEqual(months("2026_11", "2027_01", "2027_02", "2027_03"));
    expect(await store.decisions.find("prj_1", made.decision.id)).toEqual(made.decision);
  });

  test("of past months are created for imported attempts, and the default partitions stay empty", async () => {
    const { store, sql } = await database();
    const thisMonth = new Date();
    const monthsAgo = (months: number) =>
      Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() - months, 9);
    const times = [30, 30, 3, 1].map(monthsAgo);
    await Promise.all(
      times.map((at, tie) => {
        const made = decisionOf("prj_1", { email: 1 }, at, tie);
        made.decision.id = idAt(at, `${tie}`);
        return store.decisions.commit(made);
      }),
    );
    const placesOf = async (table: string) => {
      const rows = await sql<{ name: string; n: number }>(
        `SELECT tableoid::regclass::text AS name, count(*) AS n FROM ${table} GROUP BY 1 ORDER BY 1`,
      );
      return rows.map(({ name, n }) => [name, n]);
    };
    const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7).replace("-", "_");
    for (const table of ["attempts", "sightings", "decisions"]) {
      expect(await placesOf(table)).toEqual(
        ([2, 1, 1] as const).map((n, i) => [
          `${table}_${monthOf([30, 3, 1].map(monthsAgo)[i]!)}`,
          n,
        ]),
      );
    }
  });

  test("of a month that the default partition has rows of are not created", async () => {
    const { store, all, sql } = await database();
    const at = Date.UTC(1999, 10, 22); // Longer ago than any import creates partitions for.
    const made = decisionOf("prj_1", { email: 1 }, at, 5);
    made.decision.id = idAt(at, "5");
    await store.decisions.commit(made);
    await keepPartitions(all[0]!, at);
    expect(await namesOf({ sql })).toEqual(months("1999_12", "2000_01"));
    const history = await store.velocity.asOf("prj_1", { email: 1 }, 0, { at: at + 1, tie: 0 });
    expect(history.sightings.email).toHaveLength(1);
  });
});
