/** The program as a process: how it is started again, and how its threads start. */
import { setPriority } from "node:os";
import { basename } from "node:path";

/** Whether this is the compiled executable, whose files are in a virtual file system. */
const isCompiled = import.meta.url.includes("/$bunfs/") || import.meta.url.includes("/~BUN/");

/** The command that starts this program again: the executable, or Bun with the main file. */
export function ownCommand(): string[] {
  return isCompiled ? [process.execPath] : [process.execPath, Bun.main];
}

/** The files that run as threads. In the executable each is an entry point (scripts/build/build.ts). */
export const workerModules = [
  "storage/sqlite/threads/writer",
  "storage/sqlite/threads/checkpointer",
  "storage/sqlite/threads/indexer",
  "storage/sqlite/threads/search",
  "storage/sqlite/threads/guests",
  "storage/sqlite/threads/integrity",
  "model/registry/shadow-thread",
  "model/reasons/explainer/reasons-thread",
  "cli/replay/recompute-thread",
] as const;

/** Starts one of them as a thread of the same name, which the system's tools show (`top -H`). */
export function startWorker(module: (typeof workerModules)[number]): Worker {
  const file = isCompiled ? `./${module}.js` : `../${module}.ts`;
  return new Worker(new URL(file, import.meta.url), { name: basename(module) });
}

/**
 * Of the calling thread, and of those that it starts from then on: requests come first where cores are short.
 * Only Linux has this by thread. A thread that takes the write lock of a database keeps its priority: it
 * may be left without a core while it has the lock, for seconds, for which every decision would wait.
 * @param by each step leaves the thread about 20 % less of a core that it has to share (sched(7)).
 */
export function lowerThreadPriority(by = 10): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, by);
  } catch {
    // The thread then keeps the default priority.
  }
}
