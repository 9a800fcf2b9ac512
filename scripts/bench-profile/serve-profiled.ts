/**
 * The service from its source, where functions and files keep their names, with a profiler in each
 * thread. The first SIGUSR2 starts the profile, the second one writes it.
 */
import { join } from "node:path";

/** Only the service: it starts itself again, as this file, for checks of models. */
if (process.argv[2] === "serve") {
  const profiler = join(import.meta.dir, "profiler.ts");
  const { profile } = await import("./profiler.ts");
  const Unprofiled = globalThis.Worker;
  globalThis.Worker = class extends Unprofiled {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      super(file, { ...options, preload: [profiler] });
    }
  };
  let isRunning = false;
  process.on("SIGUSR2", () => {
    isRunning = !isRunning;
    void profile(isRunning ? "start" : "stop");
  });
}
await import("../../src/main.ts");
