/** Where the database thread is: beside this file, or an entry point of its own (scripts/build). */
const insideExecutable = import.meta.url.includes("/$bunfs/") || import.meta.url.includes("/~BUN/");
const file = insideExecutable ? "./storage/sqlite/worker.js" : "./worker.ts";

/** Starts the database thread. */
export function startWorker(): Worker {
  return new Worker(new URL(file, import.meta.url));
}
