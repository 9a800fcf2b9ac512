/** What the contract's tests open: stores in databases of their own, in a PostgreSQL of the tests' own. */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresStore } from "../../src/storage/postgres/postgres-store.ts";
import type { Store } from "../../src/storage/store.ts";
import { type Cluster, startCluster } from "../postgres/cluster.ts";
import { runElsewhere } from "./contract/script-elsewhere.ts";
import type { Stores } from "./contract/stores.ts";

/** It is started by the first test that needs it, and removed after the last of the file. */
export function postgresStores(settings?: Record<string, string>): Stores {
  const root = mkdtempSync(join(tmpdir(), "booking-risk-scripts-"));
  const opened: Store[] = [];
  let starting: Promise<Cluster> | undefined;
  let scripts = 0;
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await (await starting)?.remove();
    rmSync(root, { recursive: true });
  });
  const open = async (url: string, maintains = false) => {
    const store = await openPostgresStore(url, { maintains });
    opened.push(store);
    return store;
  };
  return {
    name: "PostgreSQL",
    async newPlace() {
      starting ??= startCluster({ max_connections: "400", ...settings });
      return (await starting).createDatabase();
    },
    open,
    openIndexing: (url) => open(url, true),
    async index() {},
    elsewhere: (url, script) =>
      runElsewhere(
        join(root, `script-${scripts++}.ts`),
        `import { openPostgresStore } from ${JSON.stringify(join(import.meta.dir, "../../src/storage/postgres/postgres-store.ts"))};
        const store = await openPostgresStore(${JSON.stringify(url)});
        ${script}
        await store.close();
        process.exit(0);`,
      ),
  };
}
