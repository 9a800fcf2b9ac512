/** What Linux knows of a process and its children. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface ProcessFacts {
  /** Peak resident memory, summed over the processes: what they share counts for each. MiB. */
  peakMiB: number;
  /** CPU time of all threads, and of children that ended, µs; Linux counts it in steps of 10 ms. */
  cpuUs: number;
  /** What was written to files, as far as Linux will write it to disk. */
  writtenBytes: number;
}

/** Null on a system without /proc. */
export function processFacts(pid: number): ProcessFacts | null {
  try {
    const all = withChildren(pid);
    const sum = (of: (pid: number) => number) => all.reduce((total, one) => total + of(one), 0);
    return {
      peakMiB: Math.round(sum((one) => numberIn(one, "status", /^VmHWM:\s+(\d+)/m)) / 1024),
      cpuUs: sum(cpuUsOf),
      writtenBytes: sum((one) => numberIn(one, "io", /^write_bytes: (\d+)/m)),
    };
  } catch {
    return null;
  }
}

function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(withChildren)];
}

function numberIn(pid: number, file: string, pattern: RegExp): number {
  return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? 0);
}

const usPerTick = 10_000;

function cpuUsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const own = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // utime and stime; and cutime and cstime, of children that ended, such as PostgreSQL's vacuum workers.
  return own.slice(11, 15).reduce((ticks, one) => ticks + Number(one), 0) * usPerTick;
}

/** The size of all files in a folder. */
export function bytesIn(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = statSync(join(folder, name), { throwIfNoEntry: false });
    if (file?.isFile()) bytes += file.size;
  }
  return bytes;
}
