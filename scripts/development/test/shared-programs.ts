/** What is started once for a whole run of the tests: a PostgreSQL cluster and a Chromium. */
import { join } from "node:path";
import { openPostgresStore } from "../../../src/storage/postgres/postgres-store.ts";
import { findChromium, findHeadlessShell, hasFonts } from "../../programs/browser/installed.ts";
import { scriptsVariable } from "../../programs/browser/run-node.ts";
import {
  clusterVariable,
  migratedDatabase,
  onPostgresVariable,
  postgresql,
  startCluster,
  withoutSync,
} from "../../programs/postgres.ts";
import { readUntil } from "../../programs/wait-until.ts";

export interface SharedPrograms {
  /** Variables by which the tests find them; without those of a program that is not installed. */
  environment: Record<string, string>;
  /** For a file's run on PostgreSQL; null where it is not installed. */
  onPostgres: Record<string, string> | null;
  stop(): Promise<void>;
}

/** For a run of unit tests, which need no program. */
export const noPrograms: SharedPrograms = {
  environment: {},
  onPostgres: null,
  stop: async () => {},
};

export async function startSharedPrograms(): Promise<SharedPrograms> {
  const [cluster, browser] = await Promise.all([startPostgres(), startBrowser()]);
  return {
    environment: { ...cluster?.environment, ...browser?.environment },
    onPostgres: cluster && { [onPostgresVariable]: cluster.sockets },
    stop: async () => {
      await Promise.all([cluster?.stop(), browser?.stop()]);
    },
  };
}

async function startPostgres() {
  if (!postgresql.isInstalled) return null;
  const cluster = await startCluster(withoutSync);
  const migrated = await cluster.createDatabase(migratedDatabase);
  await (await openPostgresStore(migrated, { maintains: true })).close();
  return {
    environment: { [clusterVariable]: cluster.sockets },
    sockets: cluster.sockets,
    stop: () => cluster.remove(),
  };
}

/** Null where it is not installed. */
export async function startBrowser() {
  const chromium = findChromium();
  if (chromium === null || !hasFonts()) return null; // Its tests are skipped.
  const script = join(import.meta.dir, "../../programs/browser/server.mjs");
  const child = Bun.spawn(["node", script, findHeadlessShell() ?? chromium], {
    env: { ...process.env, CHROMIUM: chromium },
    stdio: ["pipe", "pipe", "inherit"], // It ends when its standard input does.
  });
  const socket = (await readUntil(child.stdout, "\n")).trim();
  return {
    environment: { [scriptsVariable]: socket },
    stop: async () => {
      child.kill();
      await child.exited;
    },
  };
}
