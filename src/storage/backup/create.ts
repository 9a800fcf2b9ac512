/** Makes a backup of a data folder, while a service uses it. */
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { lowerThreadPriority } from "../../base/executable.ts";
import { isoTime } from "../../base/iso-time.ts";
import { syncFolder } from "../../base/sync-folder.ts";
import { version } from "../../base/version.ts";
import { refuseMovedFolder } from "../sqlite/moved-folder.ts";
import { openSnapshot } from "../sqlite/snapshot.ts";
import { faultsOf } from "../sqlite/threads/integrity-client.ts";
import { databasesCopied, dataFiles } from "./data-files.ts";
import { BackupRefused, type Manifest } from "./manifest.ts";
import { type Pace, paced, paceFor, pieceBytes } from "./pace.ts";
import { type PackedFile, type Protection, packed } from "./pack.ts";
import { isRunning } from "./running-process.ts";
import { type PublicKey, publicKeyOf } from "./signature.ts";

export interface BackupMade {
  /** The moment whose data it holds; decisions that were answered before it are in it. */
  createdAt: string;
  files: number;
  /** Of the data; the backup's own size is a little larger. */
  bytes: number;
  encrypted: boolean;
  /** Null where it is not signed. */
  signedBy: PublicKey | null;
  /** For how long the databases could not be written, ms. */
  pausedMs: number;
  seconds: number;
}

export interface BackupOptions extends Protection {
  /** Whether it is to be given up. */
  isInterrupted?: () => boolean;
  /** Ends with BackupRefused as soon as the disk of the data folder has less than this left, bytes. */
  leaveFree?: number;
}

/** What is written to, at a backup's pace. `expected` is the size of the data. */
export type Consume = (
  bytes: AsyncIterable<Uint8Array>,
  expected: number,
  pace: Pace,
) => Promise<void>;

/** Archive, manifest and encryption add less than this share of the data, and 10 MB. */
const overhead = 0.01;

/**
 * Writes the backup to a stream, once every page of the databases has been found to be whole.
 * @param consume takes the bytes, and resolves when they are stored.
 * @throws BackupRefused where one is damaged.
 * @throws StorageUnavailable where the data is elsewhere.
 */
export async function backUp(
  folder: string,
  { encryption, signWith, leaveFree = 0, isInterrupted = () => false }: BackupOptions,
  consume: Consume,
): Promise<BackupMade> {
  const started = performance.now();
  requireData(folder);
  await requireWhole(folder);
  const pace = paceFor(folder);
  const snapshot = openSnapshot(folder, databasesCopied);
  lowerThreadPriority(); // Decisions come first, once they do not wait for the snapshot.
  try {
    // After the databases: a bundle is complete before a database refers to it, and never changes.
    const files = [
      ...snapshot.databases.map(({ name, ...copy }) => ({ name: `${name}.db`, ...copy })),
      ...dataFiles(folder).map((name) => fileIn(folder, name)),
    ];
    const createdAt = isoTime(snapshot.at);
    const manifest: Manifest = { format: 1, createdAt, version, files: [] };
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const stream = await packed(files, manifest, { encryption, signWith });
    const goOn = () => {
      if (isInterrupted()) throw new BackupRefused("interrupted; nothing was written");
      requireLeft(folder, leaveFree);
    };
    await consume(paced(stream, pace, goOn), bytes, pace);
    return {
      createdAt,
      files: files.length,
      bytes,
      encrypted: encryption !== null,
      signedBy: signWith && publicKeyOf(signWith),
      pausedMs: Math.round(snapshot.pausedMs * 10) / 10,
      seconds: Math.round((performance.now() - started) / 100) / 10,
    };
  } finally {
    snapshot.close();
  }
}

function requireData(folder: string): void {
  refuseMovedFolder(folder);
  for (const name of ["control.db", "events.db"]) {
    if (!statSync(join(folder, name), { throwIfNoEntry: false })) {
      throw new BackupRefused(
        `${folder} is not a data folder: it has no ${name}; specify it with --data`,
      );
    }
  }
}

/** The copy of a damaged database would in time take the place of the last that is whole. */
async function requireWhole(folder: string): Promise<void> {
  const faults = await faultsOf(folder, databasesCopied);
  const first = [...faults.values()].find((fault) => fault !== null);
  if (!first) return;
  throw new BackupRefused(`${first.message}. No backup was made; older ones are as they were`);
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

/** What is written meanwhile stays in the databases' logs, whose space is freed when the backup ends. */
function requireLeft(folder: string, bytes: number): void {
  if (bytes === 0 || freeBytes(folder) >= bytes) return;
  throw new BackupRefused(
    `the disk of ${folder} has less than ${mib(bytes)} left, which is reserved for the service; the backup was stopped`,
  );
}

/**
 * Takes a backup into a file, which is whole or absent: it is written under a temporary name, and gets
 * its own when it is on disk. Temporary files that killed runs left are removed.
 * @throws BackupRefused where the file exists, or its disk has too little room.
 */
export function intoFile(
  path: string,
  { overwrite = false, leaveFree = 0 }: { overwrite?: boolean; leaveFree?: number } = {},
): Consume {
  return async (bytes, expected, pace) => {
    const folder = dirname(path);
    if (!overwrite && statSync(path, { throwIfNoEntry: false })) {
      throw new BackupRefused(`${path} exists; choose another name, or use --overwrite`);
    }
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new BackupRefused(`there is no folder ${folder}`);
    }
    requireRoom(folder, expected * (1 + overhead) + 10e6 + leaveFree);
    removeLeftOver(folder, `${basename(path)}.partial-`);
    const partial = `${path}.partial-${process.pid}`;
    try {
      await write(partial, bytes, pace);
      await rename(partial, path);
      await syncFolder(folder);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
  };
}

/** All of it on this thread, whose low priority the disk's scheduler goes by, too. */
async function write(path: string, bytes: AsyncIterable<Uint8Array>, pace: Pace): Promise<void> {
  const file = openSync(path, "wx", 0o600);
  const timed = (work: () => void) => {
    const started = performance.now();
    work();
    pace.worked(performance.now() - started);
  };
  try {
    let unsynced = 0;
    for await (const chunk of bytes) {
      timed(() => writeAll(file, chunk));
      unsynced += chunk.length;
      if (unsynced < pieceBytes) continue;
      timed(() => fdatasyncSync(file));
      unsynced = 0;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, chunk: Uint8Array): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
}

/** @throws BackupRefused */
export function requireRoom(folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (free >= bytes) return;
  throw new BackupRefused(`${mib(bytes)} are needed in ${folder}, and ${mib(free)} are free`);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const mib = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`;

/** A file that is being written changes all the time; after a restart its process's number may be another's. */
const leftOverMs = 60 * 60 * 1000;

/** Removes temporary files of backups whose names begin so. */
export function removeLeftOver(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /\.partial-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || !name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (isRunning(Number(pid)) && Date.now() - writtenAt < leftOverMs) continue;
    rmSync(path, { force: true });
  }
}
