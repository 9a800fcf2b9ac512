/** Limits that a process sets on itself before it reads untrusted data. */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";

/** Constants of <sys/resource.h> and <sys/prctl.h> on Linux. */
const rlimitData = 2;
const rlimitCore = 4;
const prSetPdeathsig = 1;
const sigKill = 9;

/**
 * Limits this process to `bytes` of additional memory, disables core dumps, and has it killed when its
 * parent exits. Allocations beyond the limit fail, which the ONNX runtime reports as an error.
 *
 * @returns whether the limits are in effect. They only work on Linux; macOS and Windows have no reliable
 *   equivalent, so a watchdog is needed there.
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
    // The JavaScript engine reserves gigabytes of address space at its start.
    const inUse = /VmData:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (inUse === undefined) return false;
    const orphaned = symbols.prctl(prSetPdeathsig, BigInt(sigKill)) === 0;
    const core = limit(rlimitCore, 0n);
    return limit(rlimitData, BigInt(inUse) * 1024n + BigInt(bytes)) && core && orphaned;
  } catch {
    return false; // Another C library, or no /proc.
  }
}
