/** The port's implementation on SQLite files: reads here, writes in the database thread. */

import { StorageUnavailable, type Store } from "../store.ts";
import type { History, Identities, Moment } from "../velocity.ts";
import { changeMark } from "./change-mark.ts";
import { peopleReads } from "./control/account-reads.ts";
import { keyLookUp } from "./control/key-cache.ts";
import { modelReads } from "./control/model-reads.ts";
import { controlReads } from "./control/reads.ts";
import { signInReads } from "./control/sign-ins.ts";
import { eventsReads } from "./events/reads.ts";
import { besideDecisionsReads } from "./events/shadow-and-reasons.ts";
import { HotIdentities } from "./history/hot-identities.ts";
import { followRecent } from "./history/recent.ts";
import { ReportReads } from "./history/report-reads.ts";
import { sightingReads } from "./history/sighting-reads.ts";
import { openForReading } from "./open.ts";
import type { ToIndexer } from "./threads/indexer.ts";
import { LookUpThread } from "./threads/search-client.ts";
import { startWorker } from "./threads/start.ts";
import { DatabaseThread } from "./threads/writer-client.ts";

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
  const thread = await DatabaseThread.start(folder, startWorker("writer"));
  const stopIndexing = indexing ? await startIndexing(folder) : undefined;
  const controlFile = openForReading(folder, "control");
  const eventsFile = openForReading(folder, "events");
  const historyFile = openForReading(folder, "history");
  const control = controlReads(controlFile);
  const models = modelReads(controlFile);
  const people = peopleReads(controlFile);
  const signIns = signInReads(controlFile);
  const events = eventsReads(eventsFile);
  const beside = besideDecisionsReads(eventsFile);
  const eventsChanged = changeMark(folder, "events");
  const hot = new HotIdentities();
  const sightings = sightingReads(historyFile, hot);
  const reports = new ReportReads(historyFile);
  const recent = followRecent(eventsFile, historyFile, eventsChanged, {
    attempt: (attempt) => hot.add(attempt),
    report: (report) => reports.logged(report),
  });
  const lookUp = new LookUpThread(folder);
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

  function asOf(projectId: string, identities: Identities, since: number, before: Moment): History {
    // In memory first: what is moved to the file between the two looks is then seen twice.
    const log = recent();
    return {
      sightings: sightings(log.attempts, projectId, identities, since, before),
      outcomes: reports.counts(log.reports, projectId, identities, before.at),
    };
  }

  return {
    projects: {
      create: (project, audit) => thread.ask("createProject", project, audit),
      list: answering(control.listProjects),
      find: answering(control.findProject),
      setRiskSetting: (id, riskSetting, audit) =>
        thread.ask("setRiskSetting", id, riskSetting, audit),
      rename: (id, name, audit) => thread.ask("renameProject", id, name, audit),
      setArchived: (id, archivedAt, audit) => thread.ask("setArchived", id, archivedAt, audit),
      choices: answering(control.findChoices),
      setMoneyTerms: (id, terms, audit) => thread.ask("setMoneyTerms", id, terms, audit),
      setTelemetryRetention: (id, days, audit) =>
        thread.ask("setTelemetryRetention", id, days, audit),
    },
    keys: {
      create: (key, audit) => thread.ask("createKey", key, audit),
      list: answering(control.listKeys),
      find: answering(control.findKey),
      findOwner: answering(keyLookUp(control.findOwner, changeMark(folder, "control"))),
      revoke: (keyId, at, audit) => thread.ask("revokeKey", keyId, at, audit),
      setAllowedOrigins: (keyId, origins, audit) =>
        thread.ask("setAllowedOrigins", keyId, origins, audit),
      rename: (keyId, name, audit) => thread.ask("renameKey", keyId, name, audit),
      touch: (lastUsed) => thread.ask("touchKeys", lastUsed),
    },
    collections: {
      find: answering(events.findCollection),
      append: (collection, batch) => thread.ask("appendBatch", collection, batch),
      batches: answering(events.listBatches),
      projects: answering(events.telemetryProjects),
      deleteBefore: (projectId, receivedAt) =>
        thread.ask("deleteTelemetryBefore", projectId, receivedAt),
      arrivals: answering(events.collectionArrivals),
    },
    velocity: { asOf: answering(asOf) },
    decisions: {
      commit: (decision) => thread.ask("commitDecision", decision),
      find: answering(events.findDecision),
      known: answering(events.knownDecisions),
      after: answering(events.decisionsAfter),
      findIdempotent: answering(events.findIdempotent),
      putFeatureSet: (featureSet) => thread.ask("putFeatureSet", featureSet),
      findFeatureSet: answering(events.findFeatureSet),
    },
    search: {
      list: (...asked) => lookUp.ask("list", ...asked),
      linked: (...asked) => lookUp.ask("linked", ...asked),
      hotels: (projectId) => lookUp.ask("hotels", projectId),
      byScore: (...asked) => lookUp.ask("byScore", ...asked),
      byTime: (...asked) => lookUp.ask("byTime", ...asked),
      byPlace: (...asked) => lookUp.ask("byPlace", ...asked),
      telemetryBefore: (...asked) => lookUp.ask("telemetryBefore", ...asked),
      backlog: () => lookUp.ask("behind"),
    },
    outcomes: {
      report: (outcome) => thread.ask("reportOutcome", outcome),
      list: answering(events.listOutcomes),
      between: answering(events.outcomesBetween),
    },
    models: {
      add: (model, audit) => thread.ask("addModel", model, audit),
      list: answering(models.listModels),
      find: answering(models.findModel),
      roles: answering(models.modelRoles),
      promote: (promotion, audit, onlyFirst) =>
        thread.ask("promoteModel", promotion, audit, onlyFirst),
      rollback: (promotion, audit) => thread.ask("rollbackModel", promotion, audit),
      startShadow: (shadow, audit) => thread.ask("shadowModel", shadow, audit),
      endShadow: (shadow, audit) => thread.ask("endShadow", shadow, audit),
      retire: (model, audit) => thread.ask("retireModel", model, audit),
      changes: () => changeMark(folder, "control"),
    },
    audit: {
      add: (audit) => thread.ask("addAudit", audit),
      list: answering(models.listAudit),
      about: answering(models.auditAbout),
    },
    accounts: {
      list: answering(people.listPeople),
      find: answering(people.findPerson),
      findByEmail: answering(people.findPersonByEmail),
      grants: answering(people.listGrants),
      sessions: answering(people.listSessions),
      findLink: answering(people.findLink),
      links: answering(people.listLinks),
      setRole: (userId, projectId, role, audit) =>
        thread.ask("setRole", userId, projectId, role, audit),
      rename: (userId, name, audit) => thread.ask("renamePerson", userId, name, audit),
      remove: (userId, audit) => thread.ask("removePerson", userId, audit),
      endSession: (userId, id, audit) => thread.ask("endSession", userId, id, audit),
      endOtherSessions: (userId, id, audit) => thread.ask("endOtherSessions", userId, id, audit),
      addLink: (link, audit) => thread.ask("addLink", link, audit),
      withdrawLink: (id, audit) => thread.ask("withdrawLink", id, audit),
      join: (hash, added, audit) => thread.ask("join", hash, added, audit),
      setPassword: (hash, userId, password, audit) =>
        thread.ask("setPassword", hash, userId, password, audit),
      dropTwoFactor: (userId, audit) => thread.ask("dropTwoFactor", userId, audit),
      secret: (name, ifNone) => thread.ask("secret", name, ifNone),
    },
    signIns: {
      create: (table, row) => thread.ask("createSignInRow", table, row),
      find: answering(signIns.find),
      update: (table, where, set, add) => thread.ask("updateSignInRows", table, where, set, add),
      remove: (table, where) => thread.ask("removeSignInRows", table, where),
      sweep: (at) => thread.ask("sweepSignIns", at),
    },
    replays: {
      put: (replay) => thread.ask("putReplay", replay),
      find: answering(models.findReplay),
      newest: answering(models.newestReplay),
      list: answering(models.listReplays),
    },
    shadowScores: {
      add: (scores) => thread.ask("addShadowScores", scores),
      list: answering(beside.listShadowScores),
      pairs: (...asked) => lookUp.ask("shadowPairs", ...asked),
    },
    reasons: {
      put: (reasons) => thread.ask("putReasons", reasons),
      find: answering(beside.findReasons),
    },
    async check() {
      await answering(control.listProjects)();
      await Promise.all([thread.ask("checkControl"), thread.ask("checkEvents")]);
    },
    async close() {
      closed = true;
      await lookUp.close();
      await stopIndexing?.();
      await thread.close();
      for (const file of [controlFile, eventsFile, historyFile]) file.close();
    },
  };
}

/** Resolves once the index has caught up, with a function that ends it. */
async function startIndexing(folder: string): Promise<() => Promise<void>> {
  const indexer = startWorker("indexer");
  const answer = (message: ToIndexer) =>
    new Promise<void>((resolve, reject) => {
      indexer.onmessage = () => resolve();
      indexer.onerror = ({ message }) =>
        reject(new StorageUnavailable(`the indexer stopped: ${message}`));
      indexer.postMessage(message);
    });
  await answer({ folder });
  return async () => {
    await answer({ close: true });
    indexer.terminate();
  };
}
