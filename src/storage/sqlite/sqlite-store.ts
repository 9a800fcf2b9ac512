/** The port's implementation on two SQLite files: reads here, writes in the writer's thread. */
import { StorageUnavailable, type Store } from "../store.ts";
import { controlReads } from "./control-reads.ts";
import { eventsReads } from "./events-reads.ts";
import { GroupCommit } from "./group-commit.ts";
import { openForReading } from "./open.ts";
import { startWorker } from "./start-worker.ts";

/**
 * Opens the store of a data folder, creating and migrating it where needed.
 * @throws StorageUnavailable where the folder cannot be opened.
 */
export async function openSqliteStore(folder: string): Promise<Store> {
  const writer = await GroupCommit.start(folder, startWorker());
  const controlFile = openForReading(folder, "control");
  const eventsFile = openForReading(folder, "events");
  const control = controlReads(controlFile);
  const events = eventsReads(eventsFile);

  return {
    projects: {
      create: (project) => writer.write("createProject", project),
      list: answering(control.listProjects),
      find: answering(control.findProject),
      setRiskSetting: (id, riskSetting) => writer.write("setRiskSetting", id, riskSetting),
    },
    keys: {
      create: (key) => writer.write("createKey", key),
      list: answering(control.listKeys),
      find: answering(control.findKey),
      findOwner: answering(control.findOwner),
      revoke: (keyId, at) => writer.write("revokeKey", keyId, at),
      touch: (lastUsed) => writer.write("touchKeys", lastUsed),
    },
    collections: {
      find: answering(events.findCollection),
      append: (collection, batch) => writer.write("appendBatch", collection, batch),
      batches: answering(events.listBatches),
    },
    history: { sightings: answering(events.findSightings) },
    decisions: {
      commit: (decision) => writer.write("commitDecision", decision),
      find: answering(events.findDecision),
      findIdempotent: answering(events.findIdempotent),
      putFeatureSet: (featureSet) => writer.write("putFeatureSet", featureSet),
      findFeatureSet: answering(events.findFeatureSet),
    },
    async check() {
      await answering(control.listProjects)();
      await Promise.all([writer.write("checkControl"), writer.write("checkEvents")]);
    },
    async close() {
      await writer.close();
      controlFile.close();
      eventsFile.close();
    },
  };
}

/** A read that answers at once, in the port's form. */
function answering<Args extends unknown[], Result>(read: (...args: Args) => Result) {
  return async (...args: Args): Promise<Result> => {
    try {
      return read(...args);
    } catch (error) {
      throw new StorageUnavailable(error instanceof Error ? error.message : String(error));
    }
  };
}
