/** What an operator has to set where a PgBouncer is before the database. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client } from "pg";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { Installation } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { type PgBouncer, pgbouncer, startPgBouncer } from "../../fixtures/postgres/pgbouncer.ts";

describeWith(postgresql, pgbouncer)("behind PgBouncer, doctor", () => {
  let databases: Databases;
  let bouncer: PgBouncer;
  let direct: string;
  beforeAll(async () => {
    databases = await openDatabases();
    bouncer = await startPgBouncer(databases);
    direct = await databases.createDatabase();
  });
  afterAll(async () => {
    await bouncer.remove();
    await databases.remove();
  });

  async function timeouts(url: string) {
    const { checks } = await new Installation({ DATABASE_URL: url }).json<{
      checks: { name: string; ok: boolean; warning?: true; detail: string }[];
    }>("doctor");
    return checks.find(({ name }) => name === "timeouts")!;
  }

  test("warns until the database's user has the time limits that PgBouncer refuses", async () => {
    expect(await timeouts(direct)).toMatchObject({ ok: true });
    expect((await timeouts(direct)).warning).toBeUndefined();
    const through = bouncer.urlOf(direct);
    const name = new URL(direct).pathname.slice(1);
    const admin = new Client({ connectionString: direct });
    await admin.connect();
    const settings = ["statement_timeout = '6s'", "idle_in_transaction_session_timeout = '10s'"];
    for (const setting of settings) {
      const { ok, warning, detail } = await timeouts(through);
      expect({ ok, warning }).toEqual({ ok: true, warning: true });
      expect(detail).toContain(setting);
      // In this database only: other tests use the others of the cluster as the same user.
      await admin.query(`ALTER ROLE test IN DATABASE ${name} SET ${setting}`);
      await bouncer.stop(); // Connections to the database have what the user had when they were made.
      await bouncer.start();
    }
    await admin.end();
    expect((await timeouts(through)).warning).toBeUndefined();
  });
});
