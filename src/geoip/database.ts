/** One MaxMind-format file: checked, read whole into memory, and asked. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Reader, type Response } from "mmdb-lib";
import { parseMetadata } from "mmdb-lib/lib/metadata";

/** The file cannot be used; the message names it and says why, in one line. */
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
  /** Which file stood at the path when it was read; `fileMark` of another one differs. */
  mark: string;
  /**
   * @param address IPv4, or IPv6 that is not IPv4 inside; without a zone.
   * @returns the record of the address, of any shape; `null` where it has none; `undefined` where
   *   the file is damaged there. Never throws.
   */
  record(address: string): unknown;
}

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
/** A file describes itself at its end; the format allows that much for it, bytes. */
const descriptionBytesMax = 128 * 1024;
/** Zero bytes between the tree of networks and the records. */
const separatorBytes = 16;
/** A record has some 200 pieces; one of more is damaged, or made to take for ever. */
const piecesMax = 4096;
/** Pieces of records (names of countries, say) kept decoded for the next address, for each file. */
const keptPiecesMax = 8192;

/**
 * Looks at a file without reading it all.
 * @throws UnusableDatabase where it cannot be read, is no such file, or is not all there.
 */
export function describeDatabase(path: string): DatabaseDescription {
  const file = reading(path, () => {
    mustBeFile(statSync(path)); // Before it is opened: opening a pipe waits for its writer.
    return openSync(path, "r");
  });
  try {
    return reading(path, () => {
      const { size } = fstatSync(file);
      const end = Buffer.alloc(Math.min(size, descriptionBytesMax));
      readSync(file, end, 0, end.length, size - end.length);
      return describe(path, end, size);
    });
  } finally {
    closeSync(file);
  }
}

/**
 * Reads a file whole: a copy in memory outlives the file's replacement, and even its truncation.
 * @throws UnusableDatabase where it cannot be read, is no such file, or is not all there.
 */
export async function readDatabase(path: string): Promise<Database> {
  const { contents, mark } = await readWhole(path);
  const end = contents.subarray(Math.max(0, contents.length - descriptionBytesMax));
  const description = describe(path, end, contents.length);
  return { ...description, bytes: contents.length, mark, record: recordsOf(path, contents) };
}

/** Tells the file at a path from one that was put in its place or changed; "" for none. */
export function fileMark(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? markOf(file) : "";
}

type FileState = ReturnType<typeof fstatSync>;

/** The change time too: copying with times kept, into the same file, leaves all else the same. */
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
 * Reads what a file says of itself, and checks that it holds as much as it says.
 * @param end the last bytes of the file, up to `descriptionBytesMax`.
 * @param size of the whole file, bytes.
 */
function describe(path: string, end: Buffer, size: number): DatabaseDescription {
  const at = end.lastIndexOf(marker);
  if (at < 0) {
    throw new UnusableDatabase(`${path} is no MaxMind-format file (.mmdb), or its end is missing`);
  }
  const said = descriptionIn(end);
  if (!said)
    throw new UnusableDatabase(`${path} is damaged: what it says of itself makes no sense`);
  if (said.treeBytes + separatorBytes > size - (end.length - at)) {
    throw new UnusableDatabase(`${path} is cut short: it does not hold all the networks it names`);
  }
  return { path, type: said.type, builtAt: said.builtAt };
}

function descriptionIn(end: Buffer): { type: string; builtAt: Date; treeBytes: number } | null {
  try {
    const said = parseMetadata(end);
    const { databaseType: type, buildEpoch: builtAt, nodeCount, searchTreeSize } = said;
    const whole = Number.isSafeInteger(nodeCount) && nodeCount > 0;
    const known = said.binaryFormatMajorVersion === 2 && [4, 6].includes(said.ipVersion);
    const named = typeof type === "string" && !Number.isNaN(builtAt.getTime());
    return whole && known && named ? { type, builtAt, treeBytes: searchTreeSize } : null;
  } catch {
    return null;
  }
}

function recordsOf(path: string, contents: Buffer): Database["record"] {
  const pieces = boundedPieces();
  const reader = readerOf(path, contents, pieces);
  const ipv6 = reader.metadata.ipVersion === 6;
  return (address) => {
    // The reader would take the beginning of an IPv6 address for IPv4.
    if (!ipv6 && address.includes(":")) return null;
    pieces.begin();
    try {
      return reader.get(address);
    } catch {
      return undefined;
    }
  };
}

type Pieces = ReturnType<typeof boundedPieces>;

function readerOf(path: string, contents: Buffer, pieces: Pieces): Reader<Response> {
  try {
    pieces.begin();
    return new Reader<Response>(contents, { cache: pieces });
  } catch {
    throw new UnusableDatabase(`${path} is damaged: its tree of networks cannot be read`);
  }
}

/**
 * The reader follows every pointer by way of this, its cache. Counted, since pointers to pointers
 * can make a small file take for ever; kept, since names and countries are shared by most records.
 */
function boundedPieces() {
  const kept = new Map<string | number, unknown>();
  let asked = 0;
  return {
    begin() {
      asked = 0;
    },
    // biome-ignore lint/suspicious/noExplicitAny: the reader keeps what it likes.
    get(offset: string | number): any {
      asked++;
      if (asked > piecesMax) throw new Error("a record of too many pieces");
      return kept.get(offset);
    },
    set(offset: string | number, piece: unknown) {
      if (kept.size >= keptPiecesMax) kept.clear();
      kept.set(offset, piece);
    },
  };
}
