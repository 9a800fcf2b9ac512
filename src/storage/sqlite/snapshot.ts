/**
 * A copy of several databases at one moment, while other processes write to them.
 *
 * The write locks of all of them are taken together, for some milliseconds, so that no transaction
 * falls between the databases: whatever one refers to is in the other. In that time a read transaction
 * is opened in each, and the part of the log that is not in the file yet is read (sqlite.org/walformat.html).
 * While a read transaction lasts, a checkpoint copies nothing newer into the file, and so every page is
 * either in that part of the log, or unchanged in the file.
 *
 * Only for a process that ends soon, such as a command: descriptors stay open until then. POSIX
 * releases all of a process's locks on a file as soon as it closes any descriptor of it.
 */
import { Database } from "bun:sqlite";
import { existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseName } from "./open.ts";

export interface DatabaseCopy {
  name: DatabaseName;
  bytes: number;
  /** The file's content, in pieces of a MiB. */
  content(): Generator<Uint8Array>;
}

export interface Snapshot {
  /** When it was taken, ms. */
  at: number;
  /** For how long nothing could be written, ms. */
  pausedMs: number;
  databases: DatabaseCopy[];
  /** Ends the read transactions. What was written since is copied from the logs into the files. */
  close(): void;
}

/** How long it waits for another process's transaction, ms. */
const busyMs = 10_000;
/** Where the log's index says how many frames are valid, and the sizes in the log. */
const frameCountOffset = 16;
const logHeaderBytes = 32;
const frameHeaderBytes = 24;
const pieceBytes = 1 << 20;

/** @throws SQLiteError where a database is missing, damaged or locked for longer than ten seconds. */
export function openSnapshot(folder: string, names: readonly DatabaseName[]): Snapshot {
  const files = names.map((name) => openFile(folder, name));
  // Little is left in the logs then, which is read while nothing can be written.
  for (const { writer } of files) writer.query("PRAGMA wal_checkpoint(PASSIVE)").all();
  const locked: Database[] = [];
  let started = 0;
  try {
    for (const { writer } of files) {
      writer.run("BEGIN IMMEDIATE");
      if (locked.push(writer) === 1) started = performance.now();
    }
    const at = Date.now();
    const databases = files.map(readLocked);
    for (const writer of locked.splice(0)) writer.run("ROLLBACK");
    const pausedMs = performance.now() - started;
    return { at, pausedMs, databases, close: () => closeAll(files) };
  } catch (error) {
    for (const writer of locked) writer.run("ROLLBACK");
    closeAll(files);
    throw error;
  }
}

type OpenFile = ReturnType<typeof openFile>;

function openFile(folder: string, name: DatabaseName) {
  const path = join(folder, `${name}.db`);
  const open = () => {
    const database = new Database(path, { readwrite: true, create: false, strict: true });
    database.run(`PRAGMA busy_timeout = ${busyMs}`);
    return database;
  };
  const writer = open();
  writer.query("SELECT count(*) FROM sqlite_schema").get(); // Opens the log, which may not exist yet.
  return { name, path, writer, reader: open() };
}

/** Called while the write lock is held. */
function readLocked({ name, path, reader }: OpenFile): DatabaseCopy {
  reader.run("BEGIN");
  const pageCount = pragma(reader, "page_count"); // Reads, and so begins the transaction.
  const pageBytes = pragma(reader, "page_size");
  const newest = newestPages(path, pageBytes);
  const file = openSync(path, "r");
  return {
    name,
    bytes: pageCount * pageBytes,
    *content() {
      const perPiece = pieceBytes / pageBytes;
      for (let first = 0; first < pageCount; first += perPiece) {
        const pages = Math.min(perPiece, pageCount - first);
        const piece = Buffer.alloc(pages * pageBytes);
        const length = readSync(file, piece, 0, piece.length, first * pageBytes);
        for (let i = 0; i < pages; i++) {
          const page = newest.get(first + i + 1); // The last pages may be in the log only.
          if (page) piece.set(page, i * pageBytes);
          else if ((i + 1) * pageBytes > length) throw new Error(`${path} ends too early`);
        }
        yield piece;
      }
    },
  };
}

/** The pages in the log, each as of its last frame, by number from 1. */
function newestPages(path: string, pageBytes: number): Map<number, Uint8Array> {
  const pages = new Map<number, Uint8Array>();
  if (!existsSync(`${path}-wal`)) return pages;
  const frames = frameCount(`${path}-shm`);
  if (frames === 0) return pages;
  const frameBytes = frameHeaderBytes + pageBytes;
  const log = Buffer.alloc(frames * frameBytes);
  const length = readSync(openSync(`${path}-wal`, "r"), log, 0, log.length, logHeaderBytes);
  if (length < log.length) throw new Error(`${path}-wal is shorter than its index says`);
  for (let at = 0; at < log.length; at += frameBytes) {
    pages.set(log.readUInt32BE(at), log.subarray(at + frameHeaderBytes, at + frameBytes));
  }
  return pages;
}

function frameCount(path: string): number {
  const count = new Uint32Array(1); // In the machine's own byte order.
  readSync(openSync(path, "r"), new Uint8Array(count.buffer), 0, 4, frameCountOffset);
  return count[0]!;
}

function pragma(database: Database, name: string): number {
  return Object.values(database.query(`PRAGMA ${name}`).get() as Record<string, number>)[0]!;
}

function closeAll(files: readonly OpenFile[]): void {
  for (const { reader, writer } of files) {
    if (reader.inTransaction) reader.run("ROLLBACK");
    // Otherwise the next commit would have to, and a decision would wait for it.
    writer.query("PRAGMA wal_checkpoint(PASSIVE)").all();
    reader.close();
    writer.close();
  }
}
