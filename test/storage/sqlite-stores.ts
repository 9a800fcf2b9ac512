/** What the contract's tests open: stores in folders of their own. */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/storage/sqlite/sqlite-store.ts";
import type { Store } from "../../src/storage/store.ts";
import { runElsewhere } from "./contract/script-elsewhere.ts";
import type { Stores } from "./contract/stores.ts";

export interface SqliteStores extends Stores {
  /** The folder of all folders. */
  root: string;
  newFolder(): string;
}

/** Stores that are closed after the tests of the file that calls this, and their folders deleted. */
export function sqliteStores(): SqliteStores {
  const root = mkdtempSync(join(tmpdir(), "booking-risk-store-"));
  const opened: Store[] = [];
  let folders = 0;
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    rmSync(root, { recursive: true });
  });
  const newFolder = () => join(root, `data-${folders++}`);
  const openIndexing = async (folder: string) => {
    const store = await openSqliteStore(folder, { indexing: true });
    opened.push(store);
    return store;
  };
  return {
    name: "SQLite",
    root,
    newFolder,
    newPlace: async () => newFolder(),
    async open(folder) {
      const store = await openSqliteStore(folder);
      opened.push(store);
      return store;
    },
    openIndexing,
    async index(folder) {
      const store = await openSqliteStore(folder, { indexing: true });
      await store.close();
    },
    elsewhere: (folder, script) =>
      runElsewhere(
        join(root, `script-${folders++}.ts`),
        `import { openSqliteStore } from ${JSON.stringify(join(import.meta.dir, "../../src/storage/sqlite/sqlite-store.ts"))};
        const store = await openSqliteStore(${JSON.stringify(folder)});
        ${script}
        await store.close();
        process.exit(0);`,
      ),
  };
}
