/** With the rights that docs/operate.md names, and without them. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectTo } from "../../../src/storage/postgres/connection.ts";
import { openPostgresStore } from "../../../src/storage/postgres/postgres-store.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { postgresql } from "../../fixtures/postgres/cluster.ts";
import { rejection } from "../../fixtures/storage/contract/fixtures.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

const guide = readFileSync(join(import.meta.dir, "../../../docs/operate.md"), "utf8");
const [, documented = ""] = /```sql\n(CREATE ROLE risk [\s\S]*?)```/.exec(guide) ?? [];

describeWith(postgresql)("a role without any other right", () => {
  const stores = postgresStores();
  let made = 0;

  /** A database, and its URL as a new role that was created by these statements. */
  async function asRole(statements: string): Promise<string> {
    const url = new URL(await stores.newPlace());
    const role = `risk_${process.pid}_${made++}`;
    const owner = connectTo(url.href);
    // As in PostgreSQL 15 and later, whatever the template says.
    await owner.sql("REVOKE ALL ON SCHEMA public FROM PUBLIC");
    for (const statement of statements.split(";").filter((one) => one.trim())) {
      await owner.sql(statement.replaceAll("risk", role));
    }
    await owner.close();
    url.username = role;
    return url.href;
  }

  test("opens the store with what is documented, and again", async () => {
    expect(documented).toContain("GRANT");
    const url = await asRole(documented);
    for (const _ of [1, 2]) {
      const store = await openPostgresStore(url, { maintains: true });
      expect(await store.projects.list()).toEqual([]);
      await store.close();
    }
  });

  test("is told what it lacks", async () => {
    const url = await asRole("CREATE ROLE risk LOGIN");
    expect(String(await rejection(openPostgresStore(url)))).toContain(
      "no permission for the database (42501); its user needs: GRANT USAGE, CREATE ON SCHEMA public",
    );
    const missing = url.replace(/\/installation_\w+/, "/nowhere");
    expect(String(await rejection(openPostgresStore(missing)))).toContain(
      "there is no such database (3D000)",
    );
  });
});
