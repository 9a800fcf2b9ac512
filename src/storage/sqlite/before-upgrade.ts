/** Copies the databases that a newer version is about to migrate, so that the older one can be used again. */
import { Database } from "bun:sqlite";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { StorageUnavailable } from "../port/store.ts";
import { isOlder, migrations } from "./migrations.ts";
import { openSnapshot } from "./snapshot.ts";

/** What is derived needs no copy. */
const copied = ["control", "events"] as const;
const prefix = "before-upgrade-";
/** Copies that are kept: of this upgrade and of the one before. */
const copiesMax = 2;

export interface UpgradeOptions {
  now?: number;
  /** Migrates without a copy. */
  skip?: boolean;
}

/**
 * @returns the folder of the copies, which is whole or absent; null where nothing is to be migrated.
 * @throws StorageUnavailable where the disk has no room for them.
 */
export function copyBeforeUpgrade(
  folder: string,
  { now = Date.now(), skip = false }: UpgradeOptions = {},
): string | null {
  if (skip || !copied.some((name) => isToMigrate(folder, name))) return null;
  // Another process may do the same; its name has a time and a number of its own.
  const snapshot = openSnapshot(
    folder,
    copied.filter((name) => existsSync(join(folder, `${name}.db`))),
  );
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
  const target = join(folder, `${prefix}${time}`);
  const draft = join(folder, `.${prefix}${process.pid}`);
  try {
    const bytes = snapshot.databases.reduce((sum, one) => sum + one.bytes, 0);
    requireRoom(folder, bytes);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    for (const { name, content } of snapshot.databases) {
      writeSynced(join(draft, `${name}.db`), content());
    }
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    snapshot.close();
  }
  const all = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort();
  for (const old of all.slice(0, -copiesMax)) rmSync(join(folder, old), { recursive: true });
  return target;
}

function isToMigrate(folder: string, name: (typeof copied)[number]): boolean {
  const path = join(folder, `${name}.db`);
  if (!existsSync(path)) return false;
  let database: Database | undefined;
  try {
    database = new Database(path, { readwrite: true, create: false });
    database.run("PRAGMA busy_timeout = 30000");
    return isOlder(database, migrations[name]);
  } catch {
    return false; // A damaged one: opening it for the service says so.
  } finally {
    database?.close();
  }
}

function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes * 1.1) return;
  const mib = Math.ceil((bytes * 1.1) / 2 ** 20);
  throw new StorageUnavailable(
    `this version changes the databases in ${folder}, and a copy of them needs ${mib} MiB of free space; ` +
      "free it, or copy them yourself and use `booking-risk serve --skip-upgrade-copy`",
  );
}

function writeSynced(path: string, content: Iterable<Uint8Array>): void {
  const file = openSync(path, "wx", 0o600);
  try {
    for (const piece of content) {
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
