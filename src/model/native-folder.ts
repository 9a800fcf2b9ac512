import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

/** A shared library embedded in the executable. */
export interface NativeFile {
  /** Its file name, by which the libraries refer to each other. */
  name: string;
  /** Its path inside the executable. */
  source: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

let folder: string | undefined;

/**
 * Sets the folder for the ONNX runtime's libraries (38 MB on Linux), because an operating system can only
 * load a library from a file. Must be called before the first model is opened. It has no effect outside
 * an executable, where the libraries are in `node_modules`.
 *
 * @param dir a folder of the program, which need not exist yet; it must allow execution.
 */
export function setNativeFolder(dir: string): void {
  folder = resolve(dir);
}

/**
 * Loads the last of `files`, a Node-API addon, after ensuring that all of them are intact in
 * `<native folder>/onnxruntime-<hash>`. The executable calls it in place of onnxruntime-node's
 * `require` (see scripts/build/embed-onnxruntime.ts).
 *
 * @throws Error where the folder was not set, is not writable, or forbids execution.
 */
export function loadNative(files: readonly NativeFile[]): unknown {
  if (!folder) throw new Error("setNativeFolder was not called before the first model was opened");
  const placed = placeNativeFiles(files, folder);
  const addon = { exports: {} as unknown };
  process.dlopen(addon, join(placed, (files.at(-1) as NativeFile).name));
  return addon.exports;
}

/**
 * Writes the files that are missing or differ. Each is written atomically, so that several processes may
 * do this at the same time.
 *
 * Every start hashes them (SHA-256, 25 ms for 38 MB), because an incomplete or modified library would
 * crash the process or worse.
 *
 * @param user the effective user ID; undefined where the system has none, as Windows.
 * @returns the folder that contains them, private to this user.
 * @throws Error where the folder belongs to another user, who could exchange a library between its check
 *   and its loading.
 */
export function placeNativeFiles(
  files: readonly NativeFile[],
  dir: string,
  user: number | undefined = process.geteuid?.(),
): string {
  const id = createHash("sha256");
  for (const { name, sha256 } of files) id.update(`${name} ${sha256}\n`);
  const target = join(dir, `onnxruntime-${id.digest("hex").slice(0, 16)}`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const folder of [dir, target]) ensurePrivate(folder, user);
  removeUnknown(target, files);
  for (const file of files) {
    const path = join(target, file.name);
    if (!isOwned(path, user) || !isIntact(path, file)) place(file, target);
  }
  return target;
}

/**
 * The libraries look for what they depend on beside them first, so that a file which came with somebody else's
 * data would be loaded with them.
 */
function removeUnknown(target: string, files: readonly NativeFile[]): void {
  for (const name of readdirSync(target)) {
    if (files.some((file) => file.name === name) || name.endsWith(unfinishedEnd)) continue;
    rmSync(join(target, name), { recursive: true, force: true });
  }
}

const unfinishedEnd = ".unfinished";

/** Takes the right to write from others. @throws Error where the folder is somebody else's. */
function ensurePrivate(folder: string, user: number | undefined): void {
  if (!isOwned(folder, user)) {
    const { uid } = statSync(folder);
    throw new Error(
      `${folder} belongs to another user (ID ${uid}), who could change the ONNX runtime that is loaded ` +
        `from it; run the command as that user, or remove the folder`,
    );
  }
  const isPrivate = () => user === undefined || (statSync(folder).mode & othersWrite) === 0;
  if (isPrivate()) return;
  try {
    chmodSync(folder, 0o700);
  } catch {} // Judged by what it is afterwards.
  if (isPrivate()) return;
  throw new Error(
    `${folder} can be changed by other users, and with it the ONNX runtime that is loaded from it; ` +
      `set its mode to 700`,
  );
}

/** The right to write, of the group and of everybody. */
const othersWrite = 0o022;

/** Whether it is this user's or root's, and the same of what a symbolic link leads to. */
function isOwned(path: string, user: number | undefined): boolean {
  if (user === undefined) return true;
  const found = [
    lstatSync(path, { throwIfNoEntry: false }),
    statSync(path, { throwIfNoEntry: false }),
  ];
  return found.every((one) => one?.uid === user || one?.uid === 0);
}

function place(file: NativeFile, target: string): void {
  const path = join(target, file.name);
  const unfinished = join(target, `${file.name}.${randomUUID()}${unfinishedEnd}`);
  removeAbandoned(target);
  try {
    // Embedded files can be read but not copied.
    writeFileSync(unfinished, readFileSync(file.source), { mode: 0o600 });
    if (!isIntact(unfinished, file)) throw new Error(`${file.name} was not written whole`);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    // Windows refuses to replace a library in use; then another process has just written it.
    if (!isIntact(path, file)) throw error;
  }
}

/** Removes unfinished files of killed processes, which are those older than ten minutes. */
function removeAbandoned(target: string): void {
  for (const name of readdirSync(target)) {
    if (!name.endsWith(unfinishedEnd)) continue;
    const path = join(target, name);
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > 600_000) rmSync(path, { force: true });
  }
}

function isIntact(path: string, { bytes, sha256 }: NativeFile): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.size === bytes && hashFile(path) === sha256;
}

/** Reads in pieces, because a whole library would stay in the process's memory. */
function hashFile(path: string): string {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, "r");
  try {
    for (;;) {
      const length = readSync(file, piece, 0, piece.length, null);
      if (length === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}
