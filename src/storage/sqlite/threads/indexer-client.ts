/** Starts the indexer thread, and passes its failures on. */
import { startWorker } from "../../../executable.ts";
import type { IndexListener } from "../../index-monitor.ts";
import { StorageUnavailable } from "../../store.ts";
import type { FromIndexer, ToIndexer } from "./indexer.ts";

/** How long closing waits for the group that is being indexed. */
const closeMsMax = 10_000;

/** Resolves once velocity's index has caught up, with a function that stops the thread. */
export async function startIndexing(
  folder: string,
  listener: IndexListener,
): Promise<() => Promise<void>> {
  const worker = startWorker("storage/sqlite/threads/indexer");
  let answered = (_: StorageUnavailable | null) => {};
  let stopped = false;
  worker.onmessage = ({ data }: MessageEvent<FromIndexer>) => {
    if ("failure" in data) listener.failed(data.failure);
    else if ("recovered" in data) listener.recovered(data.recovered);
    else answered(null);
  };
  worker.onerror = ({ message }) => {
    stopped = true;
    for (const index of ["velocity", "search"] as const) {
      listener.failed({ index, kind: "failed", code: "INDEXER_STOPPED" });
    }
    answered(new StorageUnavailable(`the indexer thread stopped: ${message}`));
  };
  const answer = (message: ToIndexer) =>
    new Promise<void>((resolve, reject) => {
      answered = (error) => (error ? reject(error) : resolve());
      worker.postMessage(message);
    });
  await answer({ folder });
  return async () => {
    if (!stopped) await Promise.race([answer({ close: true }), Bun.sleep(closeMsMax)]);
    worker.terminate();
  };
}
