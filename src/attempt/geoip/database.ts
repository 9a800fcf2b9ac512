/** A MaxMind-format file: validated, read into memory, and searched. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Reader, type Response } from "mmdb-lib";
import { parseMetadata } from "mmdb-lib/lib/metadata";

/** The file cannot be used; the message names it and the reason, in one line. */
export class UnusableDatabase extends Error {
  override readonly name = "UnusableDatabase";
}

export interface DatabaseDescription {
  path: string;
  /** What its maker calls it, such as `GeoLite2-City`. */
  type: string;
  /** When its maker built it. */
  builtAt: Date;
}

export interface Database extends DatabaseDescription {
  bytes: number;
  /** Identifies the file that was read; a replaced file has another `fileMark`. */
  mark: string;
  /**
   * @param address IPv4, or IPv6 that is not IPv4 inside; without a zone.
   * @returns the record of the address, of any form; `null` where there is none; `undefined` where
   *   the file is damaged. Never throws.
   */
  record(address: string): unknown;
}

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
/** The metadata at the end of the file may be this large, bytes. */
const metadataBytesMax = 128 * 1024;
/** Zero bytes between the search tree and the records. */
const separatorBytes = 16;
/** A record has some 200 values; one with more than this is damaged or malicious. */
const valuesMax = 4096;
/** Decoded values of records, such as country names, cached for each file. */
const cachedValuesMax = 8192;

/**
 * Reads the metadata of a file without reading all of it.
 * @throws UnusableDatabase where it cannot be read, has another format, or is truncated.
 */
export function describeDatabase(path: string): DatabaseDescription {
  const file = reading(path, () => {
    mustBeFile(statSync(path)); // Before opening: opening a pipe waits for its writer.
    return openSync(path, "r");
  });
  try {
    return reading(path, () => {
      const { size } = fstatSync(file);
      const end = Buffer.alloc(Math.min(size, metadataBytesMax));
      readSync(file, end, 0, end.length, size - end.length);
      return describe(path, end, size);
    });
  } finally {
    closeSync(file);
  }
}

/**
 * Reads a whole file: a copy in memory survives the file's replacement, and even its truncation.
 * @throws UnusableDatabase where it cannot be read, has another format, or is truncated.
 */
export async function readDatabase(path: string): Promise<Database> {
  const { contents, mark } = await readWhole(path);
  const end = contents.subarray(Math.max(0, contents.length - metadataBytesMax));
  const description = describe(path, end, contents.length);
  return { ...description, bytes: contents.length, mark, record: recordsOf(path, contents) };
}

/** Distinguishes the file at a path from a replaced or changed one; "" where there is none. */
export function fileMark(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? markOf(file) : "";
}

type FileState = ReturnType<typeof fstatSync>;

/** Includes the change time: a copy into the same file that preserves times changes nothing else. */
function markOf({ dev, ino, size, mtimeMs, ctimeMs }: FileState): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(":");
}

async function readWhole(path: string): Promise<{ contents: Buffer; mark: string }> {
  let file: FileHandle | undefined;
  try {
    mustBeFile(statSync(path));
    file = await open(path, "r");
    const mark = markOf(await file.stat());
    return { contents: await file.readFile(), mark };
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await file?.close();
  }
}

function reading<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): UnusableDatabase {
  if (error instanceof UnusableDatabase) return error;
  const why = (error as { code?: string }).code ?? (error as Error).message;
  return new UnusableDatabase(`${path} cannot be read (${why})`);
}

function mustBeFile(file: FileState): void {
  if (!file.isFile()) throw new Error("not a file");
}

/**
 * Reads the metadata of a file, and checks that the file is as large as it declares.
 * @param end the last bytes of the file, up to `metadataBytesMax`.
 * @param size of the whole file, bytes.
 */
function describe(path: string, end: Buffer, size: number): DatabaseDescription {
  const at = end.lastIndexOf(marker);
  if (at < 0) {
    throw new UnusableDatabase(
      `${path} is not a MaxMind-format file (.mmdb), or its end is missing`,
    );
  }
  const metadata = metadataIn(end);
  if (!metadata) throw new UnusableDatabase(`${path} is damaged: its metadata is invalid`);
  if (metadata.treeBytes + separatorBytes > size - (end.length - at)) {
    throw new UnusableDatabase(
      `${path} is truncated: it does not contain all the networks that it declares`,
    );
  }
  return { path, type: metadata.type, builtAt: metadata.builtAt };
}

function metadataIn(end: Buffer): { type: string; builtAt: Date; treeBytes: number } | null {
  try {
    const metadata = parseMetadata(end);
    const { databaseType: type, buildEpoch: builtAt, nodeCount, searchTreeSize } = metadata;
    const whole = Number.isSafeInteger(nodeCount) && nodeCount > 0;
    const known = metadata.binaryFormatMajorVersion === 2 && [4, 6].includes(metadata.ipVersion);
    const named = typeof type === "string" && !Number.isNaN(builtAt.getTime());
    return whole && known && named ? { type, builtAt, treeBytes: searchTreeSize } : null;
  } catch {
    return null;
  }
}

function recordsOf(path: string, contents: Buffer): Database["record"] {
  const cache = boundedCache();
  const reader = readerOf(path, contents, cache);
  const ipv6 = reader.metadata.ipVersion === 6;
  return (address) => {
    // The reader would mistake the beginning of an IPv6 address for IPv4.
    if (!ipv6 && address.includes(":")) return null;
    cache.begin();
    try {
      return reader.get(address);
    } catch {
      return undefined;
    }
  };
}

type BoundedCache = ReturnType<typeof boundedCache>;

function readerOf(path: string, contents: Buffer, cache: BoundedCache): Reader<Response> {
  try {
    cache.begin();
    return new Reader<Response>(contents, { cache });
  } catch {
    throw new UnusableDatabase(`${path} is damaged: its search tree cannot be read`);
  }
}

/**
 * The cache of the reader, through which it follows every pointer. It counts, since pointers to
 * pointers can make a small file take forever, and caches, since most records share values.
 */
function boundedCache() {
  const cached = new Map<string | number, unknown>();
  let reads = 0;
  return {
    begin() {
      reads = 0;
    },
    // biome-ignore lint/suspicious/noExplicitAny: the reader caches values of any type.
    get(offset: string | number): any {
      reads++;
      if (reads > valuesMax) throw new Error("a record with too many values");
      return cached.get(offset);
    },
    set(offset: string | number, value: unknown) {
      if (cached.size >= cachedValuesMax) cached.clear();
      cached.set(offset, value);
    },
  };
}
