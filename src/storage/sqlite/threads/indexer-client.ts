/** Starts the indexer thread, and passes its failures on. */
import { startWorker } from "../../../base/executable.ts";
import type { IndexListener } from "../../port/index-monitor.ts";
import { StorageUnavailable } from "../../port/store.ts";
import { IdentityFilter } from "../history/identity-filter.ts";
import type { FromIndexer, ToIndexer } from "./indexer.ts";

/** How long closing waits for the group that is being indexed. */
const closeMsMax = 10_000;

export interface Indexing {
  /** Reads the identities that are on file, and calls back once that is done. */
  readIdentities(whenRead: (identities: IdentityFilter) => void): void;
  stop(): Promise<void>;
}

/** Starts the thread; resolves once velocity's index has caught up. */
export async function startIndexing(folder: string, listener: IndexListener): Promise<Indexing> {
  const worker = startWorker("storage/sqlite/threads/indexer");
  let whenRead = (_: IdentityFilter) => {};
  let answered = (_: StorageUnavailable | null) => {};
  let stopped = false;
  worker.onmessage = ({ data }: MessageEvent<FromIndexer>) => {
    if ("failure" in data) listener.failed(data.failure);
    else if ("recovered" in data) listener.recovered(data.recovered);
    else if ("identities" in data) whenRead(new IdentityFilter(data.identities));
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
  return {
    readIdentities(then) {
      whenRead = then;
      worker.postMessage({ readIdentities: true } satisfies ToIndexer);
    },
    async stop() {
      if (!stopped) await Promise.race([answer({ close: true }), Bun.sleep(closeMsMax)]);
      worker.terminate();
    },
  };
}
