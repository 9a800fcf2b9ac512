/**
 * Finds and deletes what `history.db` has of guests, and reads of `events.db` what that takes.
 *
 * What is indexed is the list of work: a decision is found by its rows here, everything else is deleted
 * first, and those rows last. So after an interruption at any point it is enough to do it again. Only the
 * figures by hotel and country may then count a decision too many, until the file is rebuilt.
 */
import type { Database } from "bun:sqlite";
import { dayMs } from "../../../base/durations.ts";
import { erasureDigest } from "../../port/erasures.ts";
import {
  blankedRequest,
  type CollectionDevices,
  type GuestDecision,
  type GuestStore,
  type HiddenDecision,
  type IndexedPlace,
} from "../../port/guests.ts";
import { requestNumber } from "../../port/request-number.ts";
import { clearFiles } from "../clear-files.ts";
import type { StoredIdentities } from "../events/attempt-log.ts";
import { type LoggedDecision, loggedDecisions, logReader } from "../events/search-log.ts";
import type { Connection, Operations } from "../operations.ts";
import { decisionsIndexer, indexRemover } from "../search/index-decisions.ts";
import { attemptsIndexer } from "./index-attempts.ts";
import { identityFilterRemover } from "./kept-filter.ts";
import { projectNumbers } from "./project-numbers.ts";

export interface GuestFiles {
  events: Connection;
  /** For writing. */
  history: Connection;
  folder: string;
}

/** Entries indexed at once. */
const groupMax = 5000;
/** Identities read at once. */
const identitiesMax = 10_000;

export const operations = {
  clear:
    ({ folder }) =>
    (rewriteBytesMax) =>
      clearFiles(folder, rewriteBytesMax),

  /** As the indexer does, which may be doing the same: one of the two waits for the other. */
  index: ({ events, history }) => {
    const readLog = logReader(events.database);
    const indexAttempts = attemptsIndexer(events.database, history.database, readLog);
    const indexDecisions = decisionsIndexer(events.database, history.database, readLog);
    return () => {
      while (indexAttempts(groupMax) > 0);
      while (indexDecisions(groupMax) > 0);
    };
  },

  find: ({ events, history }) => {
    const numberOf = projectNumbers(history.database);
    const places = history.database.prepare<IndexedPlace, number[]>(
      `SELECT s.at, s.tie, f.seq FROM sightings AS s CROSS JOIN filed AS f
         ON f.project = s.project AND f.at = s.at AND f.tie = s.tie
       WHERE s.project = ?1 AND s.identity = ?2 AND (s.at, s.tie) > (?3, ?4)
       ORDER BY s.at, s.tie LIMIT ?5`,
    );
    const inFull = guestDecisionReader(events.database);
    return (projectId, identity, after, limit) => {
      const project = numberOf(projectId);
      if (project === null) return [];
      const { at, tie } = after ?? { at: -1, tie: -1 };
      return places.all(project, identity, at, tie, limit).map((place) => inFull(projectId, place));
    };
  },

  due: ({ history }) => {
    const numberOf = projectNumbers(history.database);
    const query = (sql: string) => history.database.prepare<IndexedPlace, number[]>(sql);
    const findable = query(
      `SELECT a.at, a.tie, f.seq FROM attempts AS a CROSS JOIN filed AS f
         ON f.project = a.project AND f.at = a.at AND f.tie = a.tie
       WHERE a.project = ? AND a.at < ? ORDER BY a.at, a.tie LIMIT ?`,
    );
    const all = query(
      "SELECT at, tie, seq FROM filed WHERE project = ? AND at < ? ORDER BY at, tie LIMIT ?",
    );
    return (projectId, before, wholly, limit) => {
      const project = numberOf(projectId);
      return project === null ? [] : (wholly ? all : findable).all(project, before, limit);
    };
  },

  dueCount: ({ history }) => {
    const numberOf = projectNumbers(history.database);
    const countOf = (table: string) =>
      history.database.prepare<{ decisions: number; oldestAt: number | null }, [number, number]>(
        `SELECT count(*) AS decisions, min(at) AS oldestAt FROM ${table}
         WHERE project = ? AND at < ?`,
      );
    const [findable, all] = [countOf("attempts"), countOf("filed")];
    return (projectId, before, wholly) => {
      const project = numberOf(projectId);
      if (project === null) return { decisions: 0, oldestAt: null };
      return (wholly ? all : findable).get(project, before)!;
    };
  },

  matching: ({ history }) => {
    const numberOf = projectNumbers(history.database);
    const next = history.database.prepare<{ identity: number }, number[]>(
      `SELECT DISTINCT identity FROM sightings
       WHERE project = ? AND identity > ? ORDER BY identity LIMIT ?`,
    );
    return (projectId, key, digests) => {
      const project = numberOf(projectId);
      const wanted = new Set(digests);
      const found: number[] = [];
      if (project === null || wanted.size === 0) return found;
      let last = Number.MIN_SAFE_INTEGER;
      for (;;) {
        const rows = next.all(project, last, identitiesMax);
        for (const { identity } of rows) {
          if (wanted.has(erasureDigest(key, projectId, identity))) found.push(identity);
        }
        if (rows.length < identitiesMax) return found;
        last = rows.at(-1)!.identity;
      }
    };
  },

  collectionDevices: ({ events }) => {
    const of = (member: string) =>
      `iif(json_valid(summary), json_extract(summary, '$.${member}'), NULL)`;
    const next = events.database.prepare<
      { id: string; firstAt: number | null; deviceIds: string | null },
      [string, string, number]
    >(
      `SELECT id, ${of("firstAt")} AS firstAt, ${of("deviceIds")} AS deviceIds
       FROM collections WHERE project_id = ? AND id > ? ORDER BY id LIMIT ?`,
    );
    return (projectId, id, limit) =>
      next.all(projectId, id, limit).map(
        ({ id, firstAt, deviceIds }): CollectionDevices => ({
          id,
          firstAt: firstAt ?? 0,
          deviceIds: (JSON.parse(deviceIds ?? "[]") ?? []) as string[],
        }),
      );
  },

  hide: ({ events, history }) => {
    const numberOf = projectNumbers(history.database);
    const remove = identityRemover(history.database);
    const readHidden = hiddenReader(events.database);
    return history.database.transaction(
      (projectId: string, places: readonly IndexedPlace[], kept: number | null) => {
        const project = numberOf(projectId);
        return places.map((place) => {
          const { hidden, requestId, reported } = readHidden(projectId, place);
          if (project !== null) {
            for (const identity of hidden.identities) {
              if (identity !== kept) remove.sighting(project, identity, place);
            }
            for (const at of reported) remove.report(project, hidden.identities, place, at);
            if (requestId !== null) {
              remove.request(project, requestNumber(projectId, requestId), place);
            }
          }
          return hidden;
        });
      },
    ).immediate;
  },

  forget: ({ history }) => {
    const numberOf = projectNumbers(history.database);
    const remove = identityRemover(history.database);
    const removeFromIndex = indexRemover(history.database);
    const removeAttempt = history.database.prepare<unknown, number[]>(
      "DELETE FROM attempts WHERE project = ? AND at = ? AND tie = ?",
    );
    return history.database.transaction(
      (
        projectId: string,
        decisions: readonly HiddenDecision[],
        kept: number | null,
        wholly: boolean,
      ) => {
        const project = numberOf(projectId);
        if (project === null) return;
        for (const { identities, counted, ...place } of decisions) {
          // One that was reported meanwhile.
          remove.reportsSince(project, identities, place, Date.now() - reportedMs);
          if (kept !== null) remove.sighting(project, kept, place);
          removeAttempt.run(project, place.at, place.tie);
        }
        if (wholly) {
          removeFromIndex(
            project,
            decisions.map(({ at, tie, counted }) => ({
              at,
              tie,
              logged: counted as LoggedDecision | null,
            })),
          );
        }
      },
    ).immediate;
  },
} satisfies Operations<GuestStore, GuestFiles>;

/** How long ago an outcome may have been reported that came between hiding and forgetting. */
const reportedMs = 60 * 60 * 1000;

interface Row {
  id: string;
  collectionId: string | null;
  deviceIds: string | null;
}

function guestDecisionReader(events: Database) {
  const query = events.prepare<Row, [number, string]>(
    `SELECT id, collection_id AS collectionId,
       iif(json_valid(evidence), json_extract(evidence, '$.collection.deviceIds'), NULL) AS deviceIds
     FROM decisions WHERE seq = ? AND project_id = ?`,
  );
  return (projectId: string, { at, tie, seq }: IndexedPlace): GuestDecision => {
    const row = query.get(seq, projectId);
    const deviceIds = (JSON.parse(row?.deviceIds ?? "[]") ?? []) as string[];
    return {
      at,
      tie,
      seq,
      id: row?.id ?? null,
      collectionId: row?.collectionId ?? null,
      deviceIds,
    };
  };
}

/** @returns a function that reads what a decision is found and counted by. */
function hiddenReader(events: Database) {
  const readLog = logReader(events);
  const decisionsOf = loggedDecisions(events);
  const rowOf = events.prepare<{ id: string; blanked: number }, [string, number, string]>(
    "SELECT id, request = ? AS blanked FROM decisions WHERE seq = ? AND project_id = ?",
  );
  const reports = events.prepare<{ at: number }, [string, string]>(
    "SELECT reported_at AS at FROM outcomes WHERE project_id = ? AND decision_id = ?",
  );
  return (projectId: string, { at, tie, seq }: IndexedPlace) => {
    const found = rowOf.get(blankedRequest, seq, projectId);
    const id = found?.id ?? null;
    const row = id === null ? undefined : readLog(seq - 1, 1)[0];
    const logged = row?.seq === seq ? decisionsOf([row])[0]! : null;
    const identities = row && logged ? row.stored.identities : {};
    const hidden: HiddenDecision = {
      at,
      tie,
      seq,
      id,
      isBlanked: found?.blanked === 1,
      identities: Object.values(identities),
      blanked: logged && row ? blankedOf(row.stored, logged) : "",
      counted: logged,
    };
    const reported = id === null ? [] : reports.all(projectId, id).map(({ at }) => at);
    return { hidden, reported, requestId: logged?.requestId || null };
  };
}

/** What the figures need when `history.db` is built again: countries, and the hotel's number. */
function blankedOf(stored: StoredIdentities, logged: LoggedDecision): string {
  const { kind, hotel, countries, identities } = logged;
  const blanked: StoredIdentities = {
    tie: stored.tie,
    identities: {},
    searchedBy: {
      seen: kind.seen,
      hotel,
      countries: { billing: countries.billing, network: countries.network },
    },
  };
  if (stored.phoneCountry) blanked.phoneCountry = stored.phoneCountry;
  if (identities.hotel !== undefined) blanked.countedHotel = identities.hotel;
  return JSON.stringify(blanked);
}

function identityRemover(history: Database) {
  const sighting = history.prepare<unknown, number[]>(
    "DELETE FROM sightings WHERE project = ? AND identity = ? AND at = ? AND tie = ?",
  );
  const removeFilter = identityFilterRemover(history);
  const deleteReports = (reportedAt: string) =>
    history.prepare<unknown, number[]>(
      `DELETE FROM reports
       WHERE project = ? AND identity = ? AND reported_at ${reportedAt} ? AND at = ? AND tie = ?`,
    );
  const [report, reportsSince] = [deleteReports("="), deleteReports(">=")];
  const request = history.prepare<unknown, number[]>(
    "DELETE FROM requests WHERE project = ? AND day = ? AND request = ? AND at = ? AND tie = ?",
  );
  type Place = Pick<IndexedPlace, "at" | "tie">;
  return {
    sighting(project: number, identity: number, { at, tie }: Place): void {
      removeFilter();
      sighting.run(project, identity, at, tie);
    },
    report(project: number, identities: readonly number[], { at, tie }: Place, reportedAt: number) {
      for (const identity of identities) report.run(project, identity, reportedAt, at, tie);
    },
    reportsSince(
      project: number,
      identities: readonly number[],
      { at, tie }: Place,
      since: number,
    ) {
      for (const identity of identities) reportsSince.run(project, identity, since, at, tie);
    },
    request(project: number, number: number, { at, tie }: Place): void {
      request.run(project, Math.floor(at / dayMs), number, at, tie);
    },
  };
}
