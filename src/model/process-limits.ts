/** Limits that a process puts upon itself before it touches what it does not trust. */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";

/** Of <sys/resource.h> and <sys/prctl.h> on Linux. */
const RLIMIT_DATA = 2;
const RLIMIT_CORE = 4;
const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;

/**
 * Allows this process `bytes` of memory more than it has now, writes no core when it dies, and has
 * it killed when its parent is. Memory over the limit is refused to whoever asks for it, which the
 * ONNX runtime answers with an error.
 *
 * @returns whether the system took the limits. Elsewhere than on Linux it does not: macOS and
 *   Windows have none that holds, and a watchdog must do.
 */
export function limitThisProcess(bytes: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const { symbols } = dlopen("libc.so.6", {
      setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
      prctl: { args: [FFIType.i32, FFIType.u64], returns: FFIType.i32 },
    });
    const limit = (resource: number, to: bigint) =>
      symbols.setrlimit(resource, ptr(BigUint64Array.of(to, to))) === 0;
    // The engine's heap is set aside when it starts: gigabytes that are not used.
    const inUse = /VmData:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (inUse === undefined) return false;
    const orphaned = symbols.prctl(PR_SET_PDEATHSIG, BigInt(SIGKILL)) === 0;
    const core = limit(RLIMIT_CORE, 0n);
    return limit(RLIMIT_DATA, BigInt(inUse) * 1024n + BigInt(bytes)) && core && orphaned;
  } catch {
    return false; // Another C library, or /proc is not there.
  }
}
