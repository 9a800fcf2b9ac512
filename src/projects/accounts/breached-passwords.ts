/**
 * Passwords that are known from breaches (OWASP ASVS 6.2.12), looked up in the operator's copy of Pwned Passwords as it
 * is published: a text of tens of GB with a line `SHA1:COUNT` for each password, in the order of the hashes.
 */
import { hash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";

export interface BreachedPasswords {
  /** @throws UnusableList where the file cannot be read any more, or is damaged where the hash belongs. */
  has(password: string): Promise<boolean>;
}

export interface ListDescription {
  bytes: number;
  changedAt: Date;
}

/** The file cannot be used; the message names it and the reason, in one line. */
export class UnusableList extends Error {
  override readonly name = "UnusableList";
}

interface List {
  path: string;
  file: FileHandle;
  bytes: number;
}

interface Line {
  /** In upper case. */
  hash: string;
  /** Where it begins, and where the next line does. */
  start: number;
  end: number;
}

const lineForm = /^([0-9A-F]{40}):\d{1,12}$/;
/** More than any line has with its end. */
const lineBytesMax = 64;
/** A count of one digit, and a line feed. */
const lineBytesMin = 43;
/** So little is read as a whole. A file of 40 GB is halved 24 times before. */
const blockBytes = 4096;
/** Lines that are looked at before the file is used. */
const samples = 64;
/**
 * The lines that may be missing after the last one, going by its hash: hashes are spread evenly, so that a whole
 * file seems to lack more than these once in 10^25.
 */
const missingLinesMax = 64;

/**
 * The file is opened for each password: one that was replaced is used from the next password on.
 * @throws UnusableList
 */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  await describeBreachedPasswords(path);
  return {
    async has(password) {
      // As typed, and as it is stored: the list has what people typed elsewhere.
      const forms = new Set([password, password.normalize("NFKC")]);
      const hashes = [...forms].map((form) => hash("sha1", form).toUpperCase());
      return withList(path, async (list) => {
        for (const one of hashes) if (await contains(list, one)) return true;
        return false;
      });
    },
  };
}

/**
 * Looks at some of the file's lines.
 * @throws UnusableList where it has another format or another order, or is incomplete.
 */
export function describeBreachedPasswords(path: string): Promise<ListDescription> {
  return withList(path, async (list) => {
    await assertUsable(list);
    return { bytes: list.bytes, changedAt: (await list.file.stat()).mtime };
  });
}

/** By halving the part of the file where the hash may be. */
async function contains(list: List, wanted: string): Promise<boolean> {
  let [low, high] = [0, list.bytes];
  while (high - low > blockBytes) {
    const line = await lineAfter(list, Math.floor((low + high) / 2));
    if (line.hash === wanted) return true;
    if (line.hash < wanted) low = line.end;
    else high = line.start;
  }
  const lines = (await read(list, low, high - low)).trimEnd().split("\n");
  return lines.map((text) => hashIn(list, text, low)).includes(wanted);
}

/** The first line that begins after a place, which is not near the end. */
async function lineAfter(list: List, place: number): Promise<Line> {
  const text = await read(list, place, 2 * lineBytesMax);
  const begin = text.indexOf("\n") + 1;
  const next = text.indexOf("\n", begin) + 1;
  if (begin === 0 || next === 0) throw damaged(list, place);
  const hash = hashIn(list, text.slice(begin, next - 1), place);
  return { hash, start: place + begin, end: place + next };
}

function hashIn(list: List, text: string, place: number): string {
  const found = hashOf(text);
  if (found === null) throw damaged(list, place);
  return found;
}

const hashOf = (line: string): string | null =>
  lineForm.exec(line.trimEnd().toUpperCase())?.[1] ?? null;

async function assertUsable(list: List): Promise<void> {
  const first = hashOf((await read(list, 0, lineBytesMax)).split("\n")[0]!);
  if (first === null) throw await otherFormat(list);
  const end = await read(list, Math.max(0, list.bytes - lineBytesMax), lineBytesMax);
  const last = hashOf(end.trimEnd().split("\n").at(-1)!);
  if (last === null) throw new UnusableList(`${list.path} is incomplete: its last line is cut off`);
  const seen = [first, ...(await sampled(list)), last];
  if (seen.some((one, n) => n > 0 && one < seen[n - 1]!)) {
    throw new UnusableList(
      `${list.path} is not ordered by hash; use the list "ordered by hash", not "by count"`,
    );
  }
  const missing = 1 - Number.parseInt(last.slice(0, 12), 16) / 16 ** 12;
  if ((missing * list.bytes) / lineBytesMin > missingLinesMax) {
    throw new UnusableList(
      `${list.path} is incomplete: it ends with the hashes that begin with ${last.slice(0, 4)}`,
    );
  }
}

async function sampled(list: List): Promise<string[]> {
  const found: string[] = [];
  for (let n = 1; n < samples; n++) {
    const place = Math.floor((list.bytes * n) / samples);
    if (place + 2 * lineBytesMax > list.bytes) break;
    found.push((await lineAfter(list, place)).hash);
  }
  return found;
}

async function otherFormat(list: List): Promise<UnusableList> {
  const isNtlm = /^[0-9A-F]{32}:\d+\s/i.test(await read(list, 0, lineBytesMax));
  return new UnusableList(
    isNtlm
      ? `${list.path} has NTLM hashes; the list of SHA-1 hashes is needed`
      : `${list.path} is no list of hashes: its first line is not HASH:COUNT with a SHA-1 hash`,
  );
}

const damaged = ({ path }: List, place: number) =>
  new UnusableList(`${path} is damaged near byte ${place}: a line is not HASH:COUNT`);

async function read({ file, path }: List, place: number, bytes: number): Promise<string> {
  const block = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(block, 0, bytes, place);
  if (bytesRead === 0) throw new UnusableList(`${path} became shorter while it was read`);
  return block.toString("latin1", 0, bytesRead);
}

async function withList<Result>(
  path: string,
  use: (list: List) => Promise<Result>,
): Promise<Result> {
  let file: FileHandle | undefined;
  try {
    const found = await stat(path); // Before opening: opening a pipe waits for its writer.
    if (!found.isFile()) throw new Error("not a file");
    file = await open(path, "r");
    const { size: bytes } = await file.stat();
    if (bytes === 0) throw new UnusableList(`${path} is empty`);
    return await use({ path, file, bytes });
  } catch (error) {
    if (error instanceof UnusableList) throw error;
    const why = (error as { code?: string }).code ?? (error as Error).message;
    throw new UnusableList(`${path} cannot be read (${why})`);
  } finally {
    await file?.close();
  }
}
