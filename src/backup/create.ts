/** Makes a backup of a data folder, while a service uses it. */
import { closeSync, openSync, readdirSync, readSync, rmSync, statfsSync, statSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openSnapshot } from "../storage/sqlite/snapshot.ts";
import { version } from "../version.ts";
import { dataFiles } from "./data-files.ts";
import type { Bytes, Encryption } from "./encryption.ts";
import { BackupRefused, type Manifest } from "./manifest.ts";
import { type PackedFile, packed } from "./pack.ts";
import { syncFolder } from "./sync-folder.ts";

export interface BackupMade {
  /** The moment whose data it holds; decisions that were answered before it are in it. */
  createdAt: string;
  files: number;
  /** Of the data; the backup's own size is a little larger. */
  bytes: number;
  encrypted: boolean;
  /** For how long the databases could not be written, ms. */
  pausedMs: number;
  seconds: number;
}

/** How much is written between two waits for the disk: a service's commits wait behind it. */
const syncEveryBytes = 4 * 1024 * 1024;
/** Archive, manifest and encryption add less than this share of the data, and 10 MB. */
const overhead = 0.01;
const pieceBytes = 1 << 20;

/**
 * Writes the backup to a stream.
 * @param consume takes the bytes, and resolves when they are stored.
 */
export async function backUp(
  folder: string,
  encryption: Encryption | null,
  consume: (bytes: Bytes, expected: number) => Promise<void>,
): Promise<BackupMade> {
  const started = performance.now();
  requireData(folder);
  const snapshot = openSnapshot(folder, ["control", "events"]);
  try {
    // After the databases: a bundle is complete before a database refers to it, and never changes.
    const files = [
      ...snapshot.databases.map(({ name, ...copy }) => ({ name: `${name}.db`, ...copy })),
      ...dataFiles(folder).map((name) => fileIn(folder, name)),
    ];
    const createdAt = new Date(snapshot.at).toISOString();
    const manifest: Manifest = { format: 1, createdAt, version, files: [] };
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    await consume(await packed(files, manifest, encryption), bytes);
    return {
      createdAt,
      files: files.length,
      bytes,
      encrypted: encryption !== null,
      pausedMs: Math.round(snapshot.pausedMs * 10) / 10,
      seconds: Math.round((performance.now() - started) / 100) / 10,
    };
  } finally {
    snapshot.close();
  }
}

function requireData(folder: string): void {
  for (const name of ["control.db", "events.db"]) {
    if (!statSync(join(folder, name), { throwIfNoEntry: false })) {
      throw new BackupRefused(`${folder} is no data folder: it has no ${name}; name it by --data`);
    }
  }
}

function fileIn(folder: string, name: string): PackedFile {
  const path = join(folder, name);
  const bytes = statSync(path).size;
  return {
    name,
    bytes,
    *content() {
      const file = openSync(path, "r");
      try {
        for (let at = 0; at < bytes; ) {
          const piece = Buffer.alloc(Math.min(pieceBytes, bytes - at));
          const length = readSync(file, piece, 0, piece.length, at);
          if (length === 0) throw new BackupRefused(`${path} became shorter while it was read`);
          at += length;
          yield piece.subarray(0, length);
        }
      } finally {
        closeSync(file);
      }
    },
  };
}

/**
 * Takes a backup into a file, which is whole or absent: it is written under a temporary name, and gets
 * its own when it is on disk. Temporary files that killed runs left are removed.
 * @throws BackupRefused where the file exists, or its disk has too little room.
 */
export function intoFile(path: string, { overwrite = false } = {}) {
  return async (bytes: Bytes, expected: number): Promise<void> => {
    const folder = dirname(path);
    if (!overwrite && statSync(path, { throwIfNoEntry: false })) {
      throw new BackupRefused(`${path} exists; choose another name, or use --overwrite`);
    }
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new BackupRefused(`there is no folder ${folder}`);
    }
    requireRoom(folder, expected * (1 + overhead) + 10e6);
    removeLeftOver(path);
    const partial = `${path}.partial-${process.pid}`;
    try {
      await write(partial, bytes);
      await rename(partial, path);
      await syncFolder(folder);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
  };
}

async function write(path: string, bytes: Bytes): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    let unsynced = 0;
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      unsynced += chunk.length;
      if (unsynced < syncEveryBytes) continue;
      await file.datasync();
      unsynced = 0;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws BackupRefused */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes) return;
  const mib = (count: number) => `${Math.ceil(count / 2 ** 20)} MiB`;
  throw new BackupRefused(
    `${mib(bytes)} are needed in ${folder}, and ${mib(bavail * bsize)} are free`,
  );
}

function removeLeftOver(path: string): void {
  const folder = dirname(path);
  const prefix = `${basename(path)}.partial-`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
