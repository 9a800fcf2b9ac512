/** What the contract's tests open: stores in databases of their own, in a PostgreSQL of the tests' own. */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresStore } from "../../src/storage/postgres/postgres-store.ts";
import type { Store } from "../../src/storage/store.ts";
import { type Cluster, startCluster } from "../postgres/cluster.ts";
import { type PgBouncer, startPgBouncer } from "../postgres/pgbouncer.ts";
import { runElsewhere } from "./contract/script-elsewhere.ts";
import type { Stores } from "./contract/stores.ts";

interface Running {
  cluster: Cluster;
  bouncer?: PgBouncer;
}

/**
 * They are started by the first test that needs them, and removed after the last of the file.
 * @param behindPgBouncer whether every connection is made through a PgBouncer in transaction mode.
 */
export function postgresStores({ behindPgBouncer = false } = {}): Stores {
  const root = mkdtempSync(join(tmpdir(), "booking-risk-scripts-"));
  const opened: Store[] = [];
  let starting: Promise<Running> | undefined;
  let scripts = 0;
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    const running = await starting;
    await running?.bouncer?.remove();
    await running?.cluster.remove();
    rmSync(root, { recursive: true });
  });
  const start = async (): Promise<Running> => {
    // What they test is not whether it survives a crash.
    const cluster = await startCluster({ max_connections: "400", fsync: "off" });
    return { cluster, ...(behindPgBouncer && { bouncer: await startPgBouncer(cluster) }) };
  };
  const open = async (url: string, maintains = false) => {
    const store = await openPostgresStore(url, { maintains });
    opened.push(store);
    return store;
  };
  return {
    name: behindPgBouncer ? "PostgreSQL behind PgBouncer" : "PostgreSQL",
    async newPlace() {
      starting ??= start();
      const { cluster, bouncer } = await starting;
      const url = await cluster.createDatabase();
      return bouncer?.urlOf(url) ?? url;
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
