/** Maps the beginning of a file into memory, where the changes of all processes are seen at once. */
import { dlopen, type Pointer, toArrayBuffer } from "bun:ffi";
import { fstatSync } from "node:fs";

/** `PROT_READ` and `MAP_SHARED` have these values on Linux and macOS. */
const protRead = 1;
const mapShared = 1;
/** The names of the C library: glibc and musl, and macOS. */
const libraries: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ["libc.so.6", "libc.so"],
  darwin: ["libSystem.B.dylib"],
};

/**
 * Bun.mmap is not used: it opens the file and closes it again, which releases all of the process's
 * POSIX locks on it, SQLite's included.
 *
 * @param file an open file, which must stay open for the same reason.
 * @param bytes how many of its first bytes are mapped; it must never become shorter than that.
 * @returns null where the platform has no such call, or where the file is too short.
 */
export function mapForReading(file: number, bytes: number): ArrayBuffer | null {
  // A page beyond the end of a file must not be read: the system ends the process for that.
  if (fstatSync(file).size < bytes) return null;
  const address = mmap()?.(null, bytes, protRead, mapShared, file, 0);
  // A pointer is a number. A failure is reported as the highest address, which is none.
  return typeof address === "number" ? toArrayBuffer(address as Pointer, 0, bytes) : null;
}

let loaded: ReturnType<typeof load> | undefined;

function mmap() {
  loaded ??= load();
  return loaded.mmap;
}

function load() {
  for (const name of libraries[process.platform] ?? []) {
    try {
      const { symbols } = dlopen(name, {
        mmap: { args: ["ptr", "u64", "i32", "i32", "i32", "i64"], returns: "ptr" },
      });
      return { mmap: symbols.mmap };
    } catch {
      // The next name, and in the end the caller's other way to read the file.
    }
  }
  return { mmap: null };
}
