/** What copies share, each with connections of its own to one database. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { type Connection, connectTo } from "../../../src/storage/postgres/connection.ts";
import {
  attemptCountStore,
  removeEndedWindows,
} from "../../../src/storage/postgres/shared/attempt-counts.ts";
import {
  heartbeat,
  joinCopies,
  removeSilentCopies,
} from "../../../src/storage/postgres/shared/copies.ts";
import { quotaStore, removeUnusedQuotas } from "../../../src/storage/postgres/shared/quotas.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("copies on one database", () => {
  const stores = postgresStores();
  let connections: Connection[];
  let one: Connection;
  beforeAll(async () => {
    const url = await stores.newPlace();
    await stores.open(url); // Creates the tables.
    connections = [1, 2, 3].map(() => connectTo(url));
    one = connections[0]!;
  });
  afterAll(async () => {
    for (const connection of connections) await connection.close();
  });

  describe("that run", () => {
    const silence = (id: string) =>
      one.sql("UPDATE copies SET beat_at = beat_at - $1 WHERE id = $2", [heartbeat.silentMs, id]);

    test("are counted from their start until they stop, or are silent for long", async () => {
      const first = await joinCopies(connections[0]!, "one");
      const second = await joinCopies(connections[1]!, "two");
      const third = await joinCopies(connections[2]!, "three");
      expect([first.count(), second.count(), third.count()]).toEqual([1, 2, 3]);
      await second.stop();
      await waitUntil("both to know", () => first.count() === 2 && third.count() === 2);
      await third.stop();
      await waitUntil("the other to be alone", () => first.count() === 1);
      await one.sql("INSERT INTO copies SELECT 'killed', beat_at FROM copies WHERE id = 'one'");
      await waitUntil("the new one to be counted", () => first.count() === 2);
      await silence("killed");
      await waitUntil("the silent one not to be counted", () => first.count() === 1);
      await removeSilentCopies(one);
      expect(await one.sql("SELECT id FROM copies")).toEqual([{ id: "one" }]);
      await first.stop();
      expect(await one.sql("SELECT id FROM copies")).toEqual([]);
    });
  });

  describe("use up a quota", () => {
    test("together, and it comes back", async () => {
      const [a, b] = [quotaStore(connections[0]!), quotaStore(connections[1]!)];
      const use = (name: string, amount: number, perSecond = 0) => ({ name, amount, perSecond });
      expect(await a.use([use("x", 100), use("y", 1.5)])).toEqual([100, 1.5]);
      expect(await b.use([use("y", 2), use("x", 50)])).toEqual([3.5, 150]);
      await Promise.all(connections.map((each) => quotaStore(each).use([use("x", 10)])));
      expect(await a.use([use("x", 0)])).toEqual([180]);
      await one.sql("UPDATE quotas SET at = at - 10000 WHERE name = 'x'");
      const [left] = await a.use([use("x", 0, 5)]);
      expect(left).toBeLessThanOrEqual(130);
      expect(left).toBeGreaterThan(100);
      await one.sql("UPDATE quotas SET at = at - 86400001 WHERE name = 'x'"); // More than a day ago.
      await removeUnusedQuotas(one);
      expect(await one.sql("SELECT name FROM quotas")).toEqual([{ name: "y" }]);
    });

    test("that is old is removed without waiting for those who use another", async () => {
      await one.sql("DELETE FROM quotas");
      await quotaStore(one).use([1, 2, 3].map((n) => ({ name: `${n}`, amount: 1, perSecond: 0 })));
      await one.sql("UPDATE quotas SET at = 0");
      await connections[1]!.transaction(async ({ sql }) => {
        await sql("UPDATE quotas SET used = 2 WHERE name = '2'");
        await removeUnusedQuotas(one);
      });
      expect(await one.sql("SELECT name, used FROM quotas")).toEqual([{ name: "2", used: 2 }]);
      await one.sql("DELETE FROM quotas");
    });
  });

  describe("count attempts", () => {
    const window = (name: string, most: number, windowMs = 60_000) => ({ name, most, windowMs });

    test("in all windows or in none, as many as there is room for", async () => {
      const begin = () => [window("address 1", 10), window("account ada", 4)];
      const waits = await Promise.all(
        Array.from({ length: 12 }, (_, i) => attemptCountStore(connections[i % 3]!).count(begin())),
      );
      expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
      for (const wait of waits.filter((wait) => wait > 0)) {
        expect(wait).toBeGreaterThan(30_000);
        expect(wait).toBeLessThanOrEqual(60_000);
      }
      // What was refused counts nowhere: 4 of 10 are used.
      const others = Array.from({ length: 8 }, () =>
        attemptCountStore(one).count([window("address 1", 10)]),
      );
      expect((await Promise.all(others)).filter((wait) => wait === 0)).toHaveLength(6);
    });

    test("again when the time is over, or when one is taken back", async () => {
      const counts = attemptCountStore(one);
      const begin = () => counts.count([window("link 1", 2)]);
      expect([await begin(), await begin()]).toEqual([0, 0]);
      expect(await begin()).toBeGreaterThan(0);
      await counts.takeBack(["link 1", "link of nobody"]);
      expect([await begin(), (await begin()) > 0]).toEqual([0, true]);
      await one.sql("UPDATE attempt_windows SET ends_at = ends_at - 60000");
      expect([await begin(), await begin(), (await begin()) > 0]).toEqual([0, 0, true]);
      await removeEndedWindows(one);
      expect(await one.sql("SELECT count FROM attempt_windows")).toEqual([{ count: 2 }]);
    });

    test("whose time is over are removed without waiting for those who count in others", async () => {
      await one.sql("DELETE FROM attempt_windows");
      for (const n of [1, 2, 3]) await attemptCountStore(one).count([window(`link ${n}`, 2)]);
      await one.sql("UPDATE attempt_windows SET ends_at = 0");
      await connections[1]!.transaction(async ({ sql }) => {
        await sql(
          `UPDATE attempt_windows SET count = 7
           WHERE name = (SELECT name FROM attempt_windows ORDER BY name OFFSET 1 LIMIT 1)`,
        );
        await removeEndedWindows(one);
      });
      expect(await one.sql("SELECT count FROM attempt_windows")).toEqual([{ count: 7 }]);
      await one.sql("DELETE FROM attempt_windows");
    });

    test("without names in the database", async () => {
      await attemptCountStore(one).count([window("account ada@example.com", 4)]);
      const rows = await one.sql<{ name: string }>("SELECT name FROM attempt_windows");
      for (const { name } of rows) expect(name).toMatch(/^[0-9a-f]{64}$/);
    });
  });
});
