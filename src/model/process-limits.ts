/** Limits that a process sets on itself before it reads untrusted data. */
import { readFileSync } from "node:fs";
import { openLibc } from "./libc.ts";

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
    const { setLimit, setProcess } = openLibc();
    // The JavaScript engine reserves gigabytes of address space at its start.
    const inUse = /VmData:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (inUse === undefined) return false;
    const orphaned = setProcess(prSetPdeathsig, sigKill);
    const core = setLimit(rlimitCore, 0n);
    return setLimit(rlimitData, BigInt(inUse) * 1024n + BigInt(bytes)) && core && orphaned;
  } catch {
    return false; // Another C library, or no /proc.
  }
}
