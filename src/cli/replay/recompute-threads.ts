/** The threads of a replay. They compute features, which takes most of its time. */
import { startWorker } from "../../base/executable.ts";
import type { RecomputedPage, StoredInput } from "../../evaluation/replay/recompute-page.ts";
import type { ToRecompute } from "./recompute-thread.ts";

export interface RecomputeThreads {
  recompute(rows: StoredInput[], namesOf: ToRecompute["namesOf"]): Promise<RecomputedPage>;
  close(): void;
}

type Waiting = PromiseWithResolvers<RecomputedPage>;

/** Starts `count` threads. Pages go to them in turn, and each thread answers in order. */
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
  const worker = startWorker("cli/replay/recompute-thread");
  const waiting: Waiting[] = [];
  worker.onmessage = ({ data }: MessageEvent<RecomputedPage>) => waiting.shift()!.resolve(data);
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`a thread stopped: ${message}`));
  };
  return { worker, waiting };
}
