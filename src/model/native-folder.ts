import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
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

/** A shared library that the executable carries. */
export interface NativeFile {
  /** Its file name, by which the libraries find each other. */
  name: string;
  /** Where its bytes are, inside the executable. */
  source: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

let folder: string | undefined;

/**
 * Tells where the executable may put the ONNX runtime's libraries (38 MB on Linux): an operating
 * system loads a library from a file only. To be called before the first model is opened.
 * Without effect outside an executable, where the libraries lie in `node_modules`.
 *
 * @param dir a folder of the program's own, which may not exist yet; it must allow execution.
 */
export function setNativeFolder(dir: string): void {
  folder = resolve(dir);
}

/**
 * Loads the last of `files`, a Node-API addon, after making sure that all of them lie unharmed in
 * `<native folder>/onnxruntime-<hash>`. The executable calls it in place of onnxruntime-node's
 * `require` (see scripts/build/embed-onnxruntime.ts).
 *
 * @throws Error where the folder was not told, cannot be written, or forbids execution.
 */
export function loadNative(files: readonly NativeFile[]): unknown {
  if (!folder) throw new Error("setNativeFolder was not called before the first model was opened");
  const placed = placeNativeFiles(files, folder);
  const addon = { exports: {} as unknown };
  process.dlopen(addon, join(placed, (files.at(-1) as NativeFile).name));
  return addon.exports;
}

/**
 * Writes the files that are missing or not byte for byte what they should be; each appears whole
 * or not at all, also while other processes do the same.
 *
 * Every start reads and hashes them (SHA-256, 25 ms for 38 MB): a half-written or changed library
 * would crash the process, or worse, later on.
 *
 * @returns the folder that they are in, private to this user.
 */
export function placeNativeFiles(files: readonly NativeFile[], dir: string): string {
  const id = createHash("sha256");
  for (const { name, sha256 } of files) id.update(`${name} ${sha256}\n`);
  const target = join(dir, `onnxruntime-${id.digest("hex").slice(0, 16)}`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const file of files) {
    if (!isIntact(join(target, file.name), file)) place(file, target);
  }
  return target;
}

function place(file: NativeFile, target: string): void {
  const path = join(target, file.name);
  const unfinished = join(target, `${file.name}.${randomUUID()}.unfinished`);
  removeAbandoned(target);
  try {
    // Files inside an executable can be read but not copied.
    writeFileSync(unfinished, readFileSync(file.source), { mode: 0o600 });
    if (!isIntact(unfinished, file)) throw new Error(`${file.name} was not written whole`);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    // Windows refuses to replace a library in use: then another process has just placed it.
    if (!isIntact(path, file)) throw error;
  }
}

/** What a killed process left: nobody takes ten minutes to write 38 MB. */
function removeAbandoned(target: string): void {
  for (const name of readdirSync(target)) {
    if (!name.endsWith(".unfinished")) continue;
    const path = join(target, name);
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > 600_000) rmSync(path, { force: true });
  }
}

function isIntact(path: string, { bytes, sha256 }: NativeFile): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.size === bytes && hashFile(path) === sha256;
}

/** Piece by piece: a whole library at once would stay in the process's memory. */
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
