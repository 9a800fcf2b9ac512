/** The threads of a replay. Computing features is most of its time, so they do that and no more. */
import type { RecomputedPage, StoredInput } from "../../replay/recompute-page.ts";
import type { ToRecompute } from "./recompute-thread.ts";

export interface RecomputeThreads {
  recompute(rows: StoredInput[], namesOf: ToRecompute["namesOf"]): Promise<RecomputedPage>;
  close(): void;
}

type Waiting = PromiseWithResolvers<RecomputedPage>;

/** Starts so many; pages go to them in turn, and each answers in its order. */
export function startRecomputeThreads(count: number): RecomputeThreads {
  const threads = Array.from({ length: count }, start);
  let next = 0;
  return {
    recompute(rows, namesOf) {
      const thread = threads[next++ % count]!;
      const answer = Promise.withResolvers<RecomputedPage>();
      thread.waiting.push(answer);
      thread.worker.postMessage({ rows, namesOf } satisfies ToRecompute);
      return answer.promise;
    },
    close() {
      for (const { worker } of threads) worker.terminate();
    },
  };
}

function start() {
  // Inside the executable it is an entry point of its own (scripts/build.ts).
  const inside = import.meta.url.includes("/$bunfs/") || import.meta.url.includes("/~BUN/");
  const file = inside ? "./cli/replay/recompute-thread.js" : "./recompute-thread.ts";
  const worker = new Worker(new URL(file, import.meta.url));
  const waiting: Waiting[] = [];
  worker.onmessage = ({ data }: MessageEvent<RecomputedPage>) => waiting.shift()!.resolve(data);
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`a thread stopped: ${message}`));
  };
  return { worker, waiting };
}
