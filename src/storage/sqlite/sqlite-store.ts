/** The port's implementation on SQLite files: keys are read here, the rest is the database thread's. */
import { StorageUnavailable, type Store } from "../store.ts";
import { changeMark } from "./change-mark.ts";
import { controlReads } from "./control-reads.ts";
import { DatabaseThread } from "./database-thread.ts";
import type { ToIndexer } from "./indexer.ts";
import { keyLookUp } from "./key-look-up.ts";
import { openForReading } from "./open.ts";
import { startWorker } from "./start-worker.ts";

export interface SqliteOptions {
  /** Keep the history's index up to date while the store is open: for a service. */
  indexing?: boolean;
}

/**
 * Opens the store of a data folder, creating and migrating it where needed.
 * @throws StorageUnavailable where the folder cannot be opened.
 */
export async function openSqliteStore(
  folder: string,
  { indexing = false }: SqliteOptions = {},
): Promise<Store> {
  const thread = await DatabaseThread.start(folder, startWorker("worker"));
  const stopIndexing = indexing ? startIndexing(folder) : undefined;
  const controlFile = openForReading(folder, "control");
  const control = controlReads(controlFile);
  let closed = false;

  /** A read that answers at once, in the port's form. */
  function answering<Args extends unknown[], Result>(read: (...args: Args) => Result) {
    return async (...args: Args): Promise<Result> => {
      if (closed) throw new StorageUnavailable("the store was closed");
      try {
        return read(...args);
      } catch (error) {
        throw new StorageUnavailable(error instanceof Error ? error.message : String(error));
      }
    };
  }

  return {
    projects: {
      create: (project) => thread.ask("createProject", project),
      list: answering(control.listProjects),
      find: answering(control.findProject),
      setRiskSetting: (id, riskSetting) => thread.ask("setRiskSetting", id, riskSetting),
    },
    keys: {
      create: (key) => thread.ask("createKey", key),
      list: answering(control.listKeys),
      find: answering(control.findKey),
      findOwner: answering(keyLookUp(control.findOwner, changeMark(folder, "control"))),
      revoke: (keyId, at) => thread.ask("revokeKey", keyId, at),
      touch: (lastUsed) => thread.ask("touchKeys", lastUsed),
    },
    collections: {
      find: (projectId, id) => thread.ask("findCollection", projectId, id),
      append: (collection, batch) => thread.ask("appendBatch", collection, batch),
      batches: (projectId, id) => thread.ask("listBatches", projectId, id),
    },
    history: { sightings: (...asked) => thread.ask("findSightings", ...asked) },
    decisions: {
      commit: (decision) => thread.ask("commitDecision", decision),
      find: (projectId, id) => thread.ask("findDecision", projectId, id),
      findIdempotent: (...asked) => thread.ask("findIdempotent", ...asked),
      putFeatureSet: (featureSet) => thread.ask("putFeatureSet", featureSet),
      findFeatureSet: (id) => thread.ask("findFeatureSet", id),
    },
    async check() {
      await answering(control.listProjects)();
      await Promise.all([thread.ask("checkControl"), thread.ask("checkEvents")]);
    },
    async close() {
      closed = true;
      await stopIndexing?.();
      await thread.close();
      controlFile.close();
    },
  };
}

/** @returns a function that ends it. */
function startIndexing(folder: string): () => Promise<void> {
  const indexer = startWorker("indexer");
  indexer.postMessage({ folder } satisfies ToIndexer);
  return () =>
    new Promise((resolve) => {
      indexer.onmessage = () => {
        indexer.terminate();
        resolve();
      };
      indexer.postMessage({ close: true } satisfies ToIndexer);
    });
}
