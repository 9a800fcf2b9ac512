/**
 * The port on SQLite files. Reads of a few rows are performed at once on the calling thread; writes
 * go to the writer thread, searches to the search thread. Which operation belongs where is said in
 * `subjects.ts`; this file puts the methods together.
 */
import { startWorker } from "../../base/executable.ts";
import type { DecisionStore } from "../port/decisions.ts";
import type { IndexListener } from "../port/index-monitor.ts";
import { StorageErrors } from "../port/load.ts";
import { StorageUnavailable, type Store } from "../port/store.ts";
import { copyBeforeUpgrade } from "./before-upgrade.ts";
import { changeMark } from "./change-mark.ts";
import { keyCache } from "./control/key-cache.ts";
import { unknownKeys } from "./control/unknown-keys.ts";
import { type VelocityReads, velocityReads } from "./history/velocity.ts";
import { lostRows, noticeLostRows } from "./lost-rows.ts";
import { refuseMovedFolder } from "./moved-folder.ts";
import { openForReading } from "./open.ts";
import { watchFiles } from "./opened-files.ts";
import { type AnyOperation, type Connection, connectionTo, methodsOf } from "./operations.ts";
import { sharedRead } from "./shared-read.ts";
import {
  controlReads,
  controlWrites,
  eventsReads,
  eventsWrites,
  type GuestName,
  guestOperations,
  type SearchName,
  searches,
  type WriteName,
} from "./subjects.ts";
import { CheckpointerClient } from "./threads/checkpointer-client.ts";
import { type Indexing, startIndexing } from "./threads/indexer-client.ts";
import { damagedDatabases } from "./threads/integrity-client.ts";
import { OwnDecisions } from "./threads/own-decisions.ts";
import { SearchClient } from "./threads/search-client.ts";
import { WriterClient } from "./threads/writer-client.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";

export interface SqliteOptions {
  /**
   * Keeps `history.db` up to date while the store is open: for a service, which listens to the
   * failures of the index.
   */
  indexing?: boolean | IndexListener;
  /** Does not copy databases of an older version before they are migrated. */
  skipUpgradeCopy?: boolean;
}

const noListener: IndexListener = { failed() {}, recovered() {} };

/**
 * Opens the store of a data folder, creating and migrating it where needed.
 * @throws StorageUnavailable if the folder cannot be opened.
 */
export async function openSqliteStore(
  folder: string,
  { indexing = false, skipUpgradeCopy = false }: SqliteOptions = {},
): Promise<Store> {
  refuseUnfinishedRestore(folder);
  refuseMovedFolder(folder);
  copyBeforeUpgrade(folder, { skip: skipUpgradeCopy });
  const { writer, searching, guestsThread, local, close } = await startThreads(folder, indexing);
  const { control, events, velocity, findOwner } = local;
  const byWriter =
    (name: WriteName) =>
    (...args: unknown[]) =>
      writer.ask(name, ...args);
  const bySearch =
    (name: SearchName) =>
    (...args: unknown[]) =>
      searching.ask(name, ...args);
  const byGuestsThread =
    (name: GuestName) =>
    (...args: unknown[]) =>
      guestsThread.ask(name, ...args);
  const own = methodsOf(controlWrites, byWriter);
  const shared = methodsOf(eventsWrites, byWriter);
  const { guests } = methodsOf(guestOperations, byGuestsThread);
  const { search, decisions, shadowScores } = methodsOf(searches, bySearch);
  return {
    projects: { ...control.projects, ...own.projects },
    keys: { ...control.keys, ...own.keys, findOwner },
    lists: { ...control.lists, ...own.lists },
    collections: { ...events.collections, ...shared.collections, deleteMonths: async () => [] },
    velocity: { asOf: velocity.asOf },
    decisions: {
      ...events.decisions,
      ...shared.decisions,
      ...decisions,
      commit: committing(writer, velocity.committed),
    },
    search,
    outcomes: { ...events.outcomes, ...shared.outcomes },
    reviews: { ...events.reviews, ...shared.reviews },
    models: { ...control.models, ...own.models, changes: () => changeMark(folder, "control") },
    audit: { ...control.audit, ...own.audit },
    accounts: { ...control.accounts, ...own.accounts },
    signIns: { ...control.signIns, ...own.signIns },
    replays: { ...control.replays, ...own.replays },
    shadowScores: { ...events.shadowScores, ...shared.shadowScores, ...shadowScores },
    reasons: { ...events.reasons, ...shared.reasons },
    erasures: { ...control.erasures, ...own.erasures },
    guests: { ...shared.guests, ...guests, deleteMonths: async () => [] },
    webhooks: {
      ...control.webhooks,
      ...own.webhooks,
      ...events.webhooks,
      ...shared.webhooks,
    },
    savedViews: { ...control.savedViews, ...own.savedViews },
    shared: null,
    async check() {
      await control.projects.list();
      await Promise.all([writer.ask("check.control"), writer.ask("check.events")]);
    },
    schema: () => "current", // `serving.lock` admits one process.
    clockAheadMs: async () => 0,
    endsAbandoned: async () => true, // They end with the process.
    lostRows: () => lostRows(folder),
    damagedDatabases: (signal) => damagedDatabases(folder, signal),
    load: () => writer.load(),
    close,
  };
}

/** The threads of a folder, and what this thread reads by itself. */
async function startThreads(folder: string, indexing: boolean | IndexListener) {
  const ownDecisions = new OwnDecisions();
  const thread = startWorker("storage/sqlite/threads/writer");
  const errors = new StorageErrors();
  const writer = await WriterClient.start(folder, thread, ownDecisions, errors);
  try {
    noticeLostRows(folder, Date.now()); // Of databases that are migrated, and before anything is added.
  } catch (error) {
    await writer.close(false);
    throw error;
  }
  const listener = indexing === true ? noListener : indexing;
  const index = listener ? await startIndexing(folder, listener) : undefined;
  const checkpointer = listener ? new CheckpointerClient(folder) : undefined;
  if (checkpointer) writer.whenCommitted = () => checkpointer.committed();
  const searching = new SearchClient(folder);
  const local = openLocalReads(folder, { own: ownDecisions, index, errors });
  const guestsThread = new SearchClient(folder, "guests");
  const files = listener
    ? await watchFiles(folder, (gone) => {
        writer.refusal = gone;
      })
    : undefined;

  async function close() {
    await files?.stop();
    local.refuse();
    await searching.close();
    await guestsThread.close();
    await index?.stop();
    await checkpointer?.close();
    await writer.close(index !== undefined); // Of a command, a service may go on.
    local.close();
  }
  return { writer, searching, guestsThread, local, close };
}

/**
 * Commits decisions, and adds each to the attempts in memory as soon as it is on disk: before the
 * caller, which counts it as in flight until then, is told.
 */
function committing(
  writer: WriterClient,
  committed: VelocityReads["committed"],
): DecisionStore["commit"] {
  return async (decision) => {
    const seq = await writer.commit(decision);
    if (seq === null) return false;
    committed(seq, decision);
    return true;
  };
}

/** The reads that are performed at once, with promises as the port has them. */
function openLocalReads(
  folder: string,
  { own, index, errors }: { own: OwnDecisions; index: Indexing | undefined; errors: StorageErrors },
) {
  const controlFile = openForReading(folder, "control");
  const eventsFile = openForReading(folder, "events");
  // Velocity's own: in a shared read, it could see an older state than the change that it has just noticed.
  const attemptsFile = openForReading(folder, "events");
  const historyFile = openForReading(folder, "history");
  const controlConnection = connectionTo(controlFile);
  let closed = false;

  function answeringAtOnce<Args extends unknown[], Result>(read: (...args: Args) => Result) {
    return (...args: Args): Result => {
      if (closed) throw new StorageUnavailable("the store was closed");
      try {
        return read(...args);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        errors.add(reason);
        throw new StorageUnavailable(reason);
      }
    };
  }
  function answering<Args extends unknown[], Result>(read: (...args: Args) => Result) {
    const answer = answeringAtOnce(read);
    return async (...args: Args): Promise<Result> => answer(...args);
  }
  /** @param begin is called before each read. */
  const answeringOn =
    (connection: Connection, begin?: () => void) =>
    (_: string, prepare: (on: Connection) => AnyOperation) => {
      const read = prepare(connection);
      return answering((...args: unknown[]) => {
        begin?.();
        return read(...args);
      });
    };

  const eventsChanged = changeMark(folder, "events"); // Each one keeps a file open for good.
  const velocity = forgettingVelocity(
    () =>
      velocityReads({
        events: attemptsFile,
        history: historyFile,
        changed: eventsChanged,
        own,
        readIdentities: (whenRead) => index?.readIdentities(whenRead),
      }),
    changeMark(folder, "control"),
    controlReads.erasures.mark(controlConnection),
  );
  const readOwner = unknownKeys(
    controlReads.keys.findOwner(controlConnection),
    changeMark(folder, "control"),
  );
  const beginRead = sharedRead(eventsFile, changeMark(folder, "events"));
  return {
    control: methodsOf(controlReads, answeringOn(controlConnection)),
    events: methodsOf(eventsReads, answeringOn(connectionTo(eventsFile), beginRead)),
    velocity: { ...velocity, asOf: answering(velocity.asOf) },
    findOwner: answeringAtOnce(keyCache(readOwner, changeMark(folder, "control"))),
    /** Rejects all further reads. */
    refuse() {
      closed = true;
    },
    close() {
      for (const file of [controlFile, eventsFile, attemptsFile, historyFile]) file.close();
    },
  };
}

/**
 * Velocity begins anew with what is on file when a guest was erased, by whichever process: its memory may
 * have the guest's attempts. Erasures are rare, and noticing that there was none costs 0.01 µs.
 *
 * @param changed whether `control.db` may have changed. @param mark changes with each erasure.
 */
function forgettingVelocity(
  open: () => VelocityReads,
  changed: () => boolean,
  mark: () => string,
): VelocityReads {
  let velocity = open();
  let last = mark();
  return {
    asOf(...asked) {
      if (changed()) {
        const now = mark();
        if (now !== last) velocity = open();
        last = now;
      }
      return velocity.asOf(...asked);
    },
    committed: (...committed) => velocity.committed(...committed),
  };
}
