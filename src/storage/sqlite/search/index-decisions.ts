/** Indexes decisions for search: copies them from `events.db`, a group at a time. */
import type { Database } from "bun:sqlite";
import { dayMs, hourMs } from "../../../base/durations.ts";
import { requestNumber } from "../../port/request-number.ts";
import { type DecisionKind, type PlaceKind, placeKinds } from "../../port/search.ts";
import type { Moment } from "../../port/velocity.ts";
import {
  type LoggedDecision,
  type LoggedOutcome,
  loggedDecisions,
  logReader,
  outcomesReader,
} from "../events/search-log.ts";
import { byKey, inserter, type Progress, progressReader } from "../history/index-attempts.ts";
import { projectNumbering } from "../history/project-numbers.ts";
import { indexedDecisions, requests } from "../history/schema.ts";

export function indexedReader(history: Database): () => Progress {
  const query = history.query<Progress, []>(
    "SELECT decisions_to AS decisionsTo, outcomes_to AS outcomesTo FROM filing",
  );
  return () => query.get() ?? { decisionsTo: 0, outcomesTo: 0 };
}

/**
 * @returns a function that indexes the next decisions and reports, at most `max` of each, and
 *   records its progress in the same transaction; another process may do the same at any time. It
 *   returns the number of decisions or of reports, whichever is larger.
 */
export function decisionsIndexer(
  events: Database,
  history: Database,
  readLog = logReader(events),
): (max: number) => number {
  const decisionsOf = loggedDecisions(events);
  const readOutcomes = outcomesReader(events);
  const reached = indexedReader(history);
  const indexed = progressReader(history);
  const group = decisionsGroup(history);
  const note = history.query(
    "INSERT INTO filing VALUES (1, ?1, ?2) " +
      "ON CONFLICT DO UPDATE SET decisions_to = ?1, outcomes_to = ?2",
  );
  return history.transaction((max: number) => {
    const from = reached();
    // Only once its sightings are indexed, since it is searched by those too.
    const { decisionsTo: indexedTo } = indexed();
    const rows = readLog(from.decisionsTo, max).filter(({ seq }) => seq <= indexedTo);
    const decisions = decisionsOf(rows);
    const decisionsTo = decisions.at(-1)?.seq ?? from.decisionsTo;
    const outcomes = readOutcomes(from.outcomesTo, decisionsTo, max);
    const added = Math.max(decisions.length, outcomes.length);
    if (added === 0) return 0;
    group(decisions, outcomes);
    note.run(decisionsTo, outcomes.at(-1)?.seq ?? from.outcomesTo);
    return added;
  }).immediate;
}

/** Numbers are read again for each group: one that is rolled back leaves nothing behind. */
function decisionsGroup(history: Database) {
  const numbering = projectNumbering(history);
  const kinds = kindNumbers(history);
  const insertDecisions = inserter(history, indexedDecisions);
  const insertRequests = inserter(history, requests);
  const name = history.query("INSERT OR IGNORE INTO hotels VALUES (?, ?, ?, ?, ?, ?)");
  const indexedAs = history.query<{ kind: number; score: number }, [number, number, number]>(
    "SELECT kind, score FROM filed WHERE project = ? AND at = ? AND tie = ?",
  );
  const changeKind = history.query(
    "UPDATE filed SET kind = ? WHERE project = ? AND at = ? AND tie = ?",
  );
  const addTallies = talliesWriter(history);

  return (decisions: readonly LoggedDecision[], outcomes: readonly LoggedOutcome[]) => {
    const numberOf = numbering();
    const kindOf = kinds();
    const tallies = new GroupTallies();
    const rows: number[][] = [];
    const requestRows: number[][] = [];
    const named = new Map<string, (string | number)[]>();
    for (const one of decisions) {
      const { projectId, at, tie, seq, riskScore, hotel, identities } = one;
      const project = numberOf(projectId);
      const kind = kindOf.numberOf(project, one.kind, riskScore);
      rows.push([project, at, tie, seq, kind, riskScore]);
      const request = requestNumber(projectId, one.requestId);
      requestRows.push([project, Math.floor(at / dayMs), request, at, tie]);
      tallies.addScore(kind, at, riskScore, 1);
      tallies.addPlaces(project, one);
      if (identities.hotel === undefined) continue;
      const { name, country, referenceId, giataId } = hotel;
      const row = [project, identities.hotel, name, country, referenceId, giataId];
      named.set(row.join("\0"), row);
    }
    insertDecisions(rows);
    insertRequests(requestRows.sort(byKey));
    for (const row of named.values()) name.run(...row);
    for (const { projectId, at, tie, outcome } of outcomes) {
      const project = numberOf(projectId);
      const before = indexedAs.get(project, at, tie);
      if (!before) continue;
      const after = kindOf.withOutcome(project, before.kind, outcome ?? "", before.score);
      changeKind.run(after, project, at, tie);
      tallies.addScore(before.kind, at, before.score, -1);
      tallies.addScore(after, at, before.score, 1);
    }
    addTallies(tallies);
  };
}

/** A decision that is removed, and what it was counted by; null where its row is gone already. */
interface RemovedDecision extends Moment {
  logged: LoggedDecision | null;
}

/** @returns a function that removes decisions from the lists and figures, each once. */
export function indexRemover(
  history: Database,
): (project: number, removed: readonly RemovedDecision[]) => void {
  const remove = history.query<{ kind: number; score: number }, [number, number, number]>(
    "DELETE FROM filed WHERE project = ? AND at = ? AND tie = ? RETURNING kind, score",
  );
  const addTallies = talliesWriter(history);
  return (project, removed) => {
    const tallies = new GroupTallies();
    for (const { at, tie, logged } of removed) {
      const was = remove.get(project, at, tie);
      if (!was) continue;
      tallies.addScore(was.kind, at, was.score, -1);
      if (logged) tallies.addPlaces(project, logged, -1);
    }
    addTallies(tallies);
  };
}

type KindValues = (string | number)[];
type KindRow = [number, string, string, string, string, string, string, number, string];

interface NumberedKind {
  id: number;
  row: KindRow;
  scoreFrom: number;
  scoreTo: number;
}

/**
 * The numbers of kinds, in the order of the table's columns. Those of a project are read when a group
 * first has one of it: reading all took 11 µs a decision with 10,000 projects.
 */
function kindNumbers(history: Database) {
  const fields =
    "project, risk_level, suggested_action, risk_setting, source, model_name, model_version, " +
    "seen, outcome";
  const ofProject = history.query<unknown, [number]>(
    `SELECT id, score_from, score_to, ${fields} FROM kinds WHERE project = ?`,
  );
  const add = history.query<{ id: number }, [...KindRow, number, number]>(
    `INSERT INTO kinds (${fields}, score_from, score_to)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const widen = history.query("UPDATE kinds SET score_from = ?, score_to = ? WHERE id = ?");

  return () => {
    const byId = new Map<number, NumberedKind>();
    const byRow = new Map<string, NumberedKind>();
    const remember = (kind: NumberedKind) => {
      byId.set(kind.id, kind);
      byRow.set(kind.row.join("\0"), kind);
      return kind;
    };
    const read = new Set<number>();
    const readProject = (project: number) => {
      if (read.has(project)) return;
      read.add(project);
      for (const [id, scoreFrom, scoreTo, ...row] of ofProject.values(project) as KindValues[]) {
        remember({ id, scoreFrom, scoreTo, row } as NumberedKind);
      }
    };
    const idOf = (row: KindRow, score: number): number => {
      readProject(row[0]);
      const kind =
        byRow.get(row.join("\0")) ??
        remember({ id: add.get(...row, score, score)!.id, row, scoreFrom: score, scoreTo: score });
      if (score < kind.scoreFrom || score > kind.scoreTo) {
        kind.scoreFrom = Math.min(kind.scoreFrom, score);
        kind.scoreTo = Math.max(kind.scoreTo, score);
        widen.run(kind.scoreFrom, kind.scoreTo, kind.id);
      }
      return kind.id;
    };
    return {
      numberOf(project: number, kind: DecisionKind, score: number): number {
        const { riskLevel, suggestedAction, riskSetting, source, modelName, modelVersion } = kind;
        const answer = [riskLevel, suggestedAction, riskSetting, source] as const;
        const seen = kind.seen ? 1 : 0;
        const outcome = kind.outcome ?? "";
        return idOf([project, ...answer, modelName, modelVersion, seen, outcome], score);
      },
      withOutcome(project: number, id: number, outcome: string, score: number): number {
        readProject(project);
        const row = [...byId.get(id)!.row] as KindRow;
        row[8] = outcome;
        return idOf(row, score);
      },
    };
  };
}

/** What a group adds to each count, so that each row is written once. */
class GroupTallies {
  readonly hours = new CountRows();
  readonly places = new CountRows();

  addScore(kind: number, at: number, score: number, count: number): void {
    this.hours.add([kind, Math.floor(at / hourMs), score], [count]);
  }

  /** The hours' counts by day. */
  get days(): CountRows {
    const days = new CountRows();
    for (const [kind, hour, score, count] of this.hours.rows) {
      days.add([kind!, Math.floor(hour! / (dayMs / hourMs)), score!], [count!]);
    }
    return days;
  }

  addPlaces(
    project: number,
    { at, kind, identities, hotel, countries }: LoggedDecision,
    count = 1,
  ): void {
    const values: Record<PlaceKind, number | undefined> = {
      hotel: identities.hotel,
      hotelCountry: countryNumber(hotel.country),
      billing: countryNumber(countries.billing),
      phone: countryNumber(countries.phone),
      network: countryNumber(countries.network),
    };
    const denied = kind.suggestedAction === "deny" ? count : 0;
    const day = Math.floor(at / dayMs);
    for (let place = 0; place < placeKinds.length; place++) {
      const value = values[placeKinds[place]!];
      if (value !== undefined) this.places.add([project, place, day, value], [count, denied]);
    }
  }
}

type Branch = Map<number, unknown>;

/**
 * Rows of a key, followed by the counts that are added to it. They are found by maps within maps, a
 * level for each number of the key: a text of each key took 3 µs a decision.
 */
class CountRows {
  readonly rows: number[][] = [];
  readonly #found: Branch = new Map();

  add(key: readonly number[], counts: readonly number[]): void {
    let branch = this.#found;
    const last = key.length - 1;
    for (let i = 0; i < last; i++) {
      let next = branch.get(key[i]!) as Branch | undefined;
      if (!next) {
        next = new Map();
        branch.set(key[i]!, next);
      }
      branch = next;
    }
    const row = branch.get(key[last]!) as number[] | undefined;
    if (row) {
      for (let i = 0; i < counts.length; i++) row[last + 1 + i]! += counts[i]!;
      return;
    }
    const added = [...key, ...counts];
    branch.set(key[last]!, added);
    this.rows.push(added);
  }

  /** In the order of the key, so that rows of one page are written together. */
  inOrder(): number[][] {
    return this.rows.sort((a, b) => {
      for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
      return 0;
    });
  }
}

function talliesWriter(history: Database): (tallies: GroupTallies) => void {
  const statement = (table: string, more: string) =>
    history.query(`INSERT INTO ${table} VALUES ${more}`);
  const counted = "(?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count";
  const addHours = statement("hour_tallies", counted);
  const addDays = statement("day_tallies", counted);
  const addPlaces = statement(
    "place_tallies",
    "(?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET " +
      "decisions = decisions + excluded.decisions, denied = denied + excluded.denied",
  );
  return ({ hours, days, places }) => {
    for (const row of hours.inOrder()) addHours.run(...row);
    for (const row of days.inOrder()) addDays.run(...row);
    for (const row of places.inOrder()) addPlaces.run(...row);
  };
}

/** The two letters as a number of base 36; absent if there is no such code. */
function countryNumber(code: string | null): number | undefined {
  return code !== null && /^[A-Z]{2}$/.test(code) ? Number.parseInt(code, 36) : undefined;
}

export function countryOf(number: number): string {
  return number.toString(36).toUpperCase();
}
