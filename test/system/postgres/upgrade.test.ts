/** Copies of different versions on one database: who may start, who goes on, and nobody is refused. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client } from "pg";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";

describeWith(postgresql)("an upgrade of the tables", () => {
  let databases: Databases;
  let database: Client;
  const environment: Record<string, string> = {};
  const [one, two] = [new Installation(environment), new Installation(environment)];
  let key: string;
  beforeAll(async () => {
    databases = await openDatabases();
    environment.DATABASE_URL = await databases.createDatabase();
    key = (await one.project()).secret.key;
    database = new Client({ connectionString: environment.DATABASE_URL });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await databases.remove();
  });

  /** As the migrations of a newer version leave it. */
  const setSchema = (name: "schema" | "schema-oldest", more: number) =>
    database.query(
      `UPDATE revisions SET value = (SELECT count(*) FROM migrations) + $2 WHERE name = $1`,
      [name, more],
    );
  const ready = async ({ url }: Service) => {
    const response = await fetch(`${url}/readyz`);
    const { warnings = [] } = (await response.json()) as { warnings?: string[] };
    return `${response.status} ${warnings.join(" ")}`;
  };
  const score = async ({ url }: Service) =>
    (await callRisk(url, key, JSON.stringify(fullRequest()))).status;

  test("that older copies work with is a warning", async () => {
    const copy = await one.serve();
    await setSchema("schema", 1);
    await waitUntil("the warning", async () => (await ready(copy)).includes("A newer version"));
    expect([await ready(copy), await score(copy)]).toEqual([expect.stringMatching(/^200 /), 200]);
    await copy.stop();
    await setSchema("schema", 0);
  });

  test("that they do not work with drains them: not ready, and what arrives is answered", async () => {
    const copy = await one.serve();
    await setSchema("schema-oldest", 1);
    await waitUntil("not ready", async () => (await ready(copy)).startsWith("503"));
    expect(await score(copy)).toBe(200);
    await setSchema("schema-oldest", 0);
    await waitUntil("ready", async () => (await ready(copy)).startsWith("200"));
    await copy.stop();
  });

  test("refuses older versions at their start", async () => {
    await database.query(
      "INSERT INTO migrations (hash, created_at) VALUES ('of a newer version', 9000000000000)",
    );
    const { status, error } = await one.run("serve", "--port", "0");
    expect({ status, error }).toMatchObject({ status: 1 });
    expect(error).toContain("newer version of booking-risk");
    await database.query("DELETE FROM migrations WHERE created_at = 9000000000000");
  });

  test("of two copies, one after the other, refuses no booking", async () => {
    const copies = new Set([await one.serve("--drain", "2"), await two.serve("--drain", "2")]);
    const proxy = roundRobin(copies, score);
    const replace = async (installation: Installation, old: Service) => {
      copies.add(await installation.serve("--drain", "2"));
      await setSchema("schema", 1);
      expect(await old.stop()).toBe(0);
      copies.delete(old);
    };
    const [first, second] = [...copies];
    await proxy.answered(50);
    await replace(one, first!);
    await proxy.answered(50);
    await replace(two, second!);
    await proxy.answered(50);
    const statuses = await proxy.end();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});

/**
 * Bookings one after the other on four connections, passed to the copies in turn as a proxy does: to those
 * that are ready, which it asks ten times a second, and to the next one where a copy takes no connection.
 */
function roundRobin(copies: ReadonlySet<Service>, score: (copy: Service) => Promise<number>) {
  const unready = new Set<Service>();
  const statuses: number[] = [];
  let ended = false;
  let turn = 0;
  const checking = (async () => {
    while (!ended) {
      for (const copy of copies) {
        const found = await fetch(`${copy.url}/readyz`).catch(() => null);
        if (found?.ok) unready.delete(copy);
        else unready.add(copy);
      }
      await Bun.sleep(100);
    }
  })();
  async function send(): Promise<number> {
    for (let tries = 0; tries < 3; tries++) {
      const ready = [...copies].filter((copy) => !unready.has(copy));
      const copy = ready[turn++ % ready.length];
      if (!copy) return 503; // As a proxy answers.
      try {
        return await score(copy);
      } catch (error) {
        if ((error as { code?: string }).code !== "ConnectionRefused") throw error;
        unready.add(copy);
      }
    }
    return 0;
  }
  const sending = Array.from({ length: 4 }, async () => {
    while (!ended) {
      statuses.push(await send());
      await Bun.sleep(20); // The copies that start need the processors.
    }
  });
  return {
    /** Waits until so many more are answered. */
    async answered(more: number) {
      const count = statuses.length + more;
      await waitUntil("answers", () => statuses.length >= count);
    },
    async end() {
      ended = true;
      await Promise.all([checking, ...sending]);
      return statuses;
    },
  };
}
