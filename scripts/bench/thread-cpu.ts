/** The CPU time of a process by thread, from Linux's `/proc`. */
import { readdirSync, readFileSync } from "node:fs";

/** CPU time by the names of threads, ns. Threads of one name are added up. */
export type ThreadCpu = ReadonlyMap<string, number>;

/** What the threads of the runtime are called, and what they do. All others keep their own name. */
const runtimeThreads: readonly [RegExp, string][] = [
  [/^HeapHelper|ollector Thread$/, "garbage collection"],
  [/^JITWorker|^JSCWarmUp/, "compilation (JIT)"],
  [/^thread$/, "profiler"],
  [/^mi-/, "memory allocator"],
  [/^Bun Pool|^HTTP|^s Signal|^ThreadPool|^io_|^File Watcher/, "other threads"],
];
const mainThread = "main";
/** Threads that ended meanwhile: only the sum of a process still has their time. */
const endedThreads = "ended threads";
const tickNs = 10_000_000;

/** The CPU time of each thread since the process started. */
export function threadCpu(pid: number): ThreadCpu {
  const threads = new Map<string, number>();
  let all = 0;
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const read = (file: string) => readFileSync(`/proc/${pid}/task/${id}/${file}`, "utf8").trim();
    try {
      const name = Number(id) === pid ? mainThread : jobOf(read("comm"));
      const ns = Number(read("schedstat").split(" ")[0]);
      threads.set(name, (threads.get(name) ?? 0) + ns);
      all += ns;
    } catch {
      // It ended between the two reads.
    }
  }
  threads.set(endedThreads, Math.max(0, ofProcess(pid) - all));
  return threads;
}

/** What each thread used between two readings, ns. */
export function between(before: ThreadCpu, after: ThreadCpu): ThreadCpu {
  const used = [...after].map(([name, ns]) => [name, ns - (before.get(name) ?? 0)] as const);
  return new Map(used);
}

export function jobOf(name: string): string {
  return runtimeThreads.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

function ofProcess(pid: number): number {
  // The program's name, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickNs; // utime and stime.
}
