/** With the rights that docs/postgresql.md names, and without them. */
import { expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { openPostgresStore } from "../../../src/storage/postgres/postgres-store.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { asRole } from "../../fixtures/postgres/documented-role.ts";
import { rejection } from "../../fixtures/storage/contract/fixtures.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("a role without any other right", () => {
  const stores = postgresStores();

  test("opens the store with what is documented, and again", async () => {
    const url = await asRole(await stores.newPlace());
    for (const _ of [1, 2]) {
      const store = await openPostgresStore(url, { maintains: true });
      expect(await store.projects.list()).toEqual([]);
      await store.close();
    }
  });

  test("is told what it lacks", async () => {
    const url = await asRole(await stores.newPlace(), "CREATE ROLE risk LOGIN");
    expect(String(await rejection(openPostgresStore(url)))).toContain(
      "no permission for the database (42501); its user needs: GRANT USAGE, CREATE ON SCHEMA public",
    );
    const missing = url.replace(/\/installation_\w+/, "/nowhere");
    expect(String(await rejection(openPostgresStore(missing)))).toContain(
      "there is no such database (3D000)",
    );
  });
});
