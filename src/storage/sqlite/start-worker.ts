/** Starts the writer's thread. In the executable its file is an entry point of its own. */
export function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url));
}
