/** The queue of reviews. Its statements are in SQL: most change what they select, in one round trip. */
import { type SQL, sql } from "drizzle-orm";
import { type OutcomeRecord, withdrawn } from "../port/outcomes.ts";
import {
  type Claiming,
  type DecidedReview,
  type FinalVerdict,
  type HeldClaim,
  type ReviewCounts,
  type ReviewPlace,
  type ReviewRecord,
  type ReviewStore,
  type ReviewView,
  settledAtOnce,
  type VerdictPair,
  type VerdictRecords,
} from "../port/reviews.ts";
import {
  type Db,
  first,
  isAny,
  rows,
  run,
  type Statement,
  type Table,
  type Use,
  type Uses,
} from "./uses.ts";
import { eventRecorder } from "./webhook-events.ts";

/** In what the databases differ. */
export interface ReviewDialect {
  /** A statement that returns rows under the names of its columns. */
  execute(db: Db, statement: SQL): Statement;
  /**
   * After the selection of rows that are changed: of several transactions at once, each then takes rows of its own.
   * Empty where one changes after the other.
   */
  locking: "" | "FOR UPDATE SKIP LOCKED";
  /**
   * `due_at`, where rows are read in the order of `reviews_by_place`, which has it as its last column. SQLite would
   * choose `reviews_by_due` and sort all rows, but for the plus; with it, PostgreSQL would read all of them.
   */
  dueAt: "due_at" | "+due_at";
  /** A selection of these IDs. */
  ids(ids: readonly string[]): SQL;
  /** From here to the end of the transaction, no outcome of the decision is reported by others. */
  lockOutcomes(db: Db, held: HeldClaim): Use<void>;
  report(db: Db, outcome: OutcomeRecord): Use<void>;
}

const columns =
  sql.raw(`project_id AS "projectId", decision_id AS "decisionId", sources, opened_at AS "openedAt",
  deadline, expected_loss AS "expectedLoss", currency, place, state, due_at AS "dueAt", claim, claimed_by AS "claimedBy",
  claimed_at AS "claimedAt", verdict, decided_by AS "decidedBy", decided_at AS "decidedAt",
  second_at AS "secondAt", second_claim AS "secondClaim", second_by AS "secondBy",
  second_claimed_at AS "secondClaimedAt", second_due_at AS "secondDueAt", second_verdict AS "secondVerdict",
  second_decided_at AS "secondDecidedAt"`);

/** Waiting or late. */
const released = (
  at: number,
) => sql`state = CASE WHEN deadline > ${at} THEN 'waiting' ELSE 'late' END,
  due_at = CASE WHEN deadline > ${at} THEN deadline END`;

/** A second review is drawn, and has no verdict: as `reviews_second` says it. */
const secondWanted = sql.raw("second_at IS NOT NULL AND second_verdict IS NULL");

/** @param events the table of webhooks' events. */
export function reviewUses(events: Table<"id">, dialect: ReviewDialect) {
  const moves = moveUses(dialect);
  const { claimSecond, ...ofSecond } = secondReviewWrites(dialect, moves);
  return {
    reads: { ...caseReads(dialect), ...figureReads(dialect) } satisfies Uses<ReviewStore>,
    /** Of one statement each. */
    writes: {
      settle: moves.settle,
      postpone: postponing(dialect),
      ...ofSecond,
    } satisfies Uses<ReviewStore>,
    /** To be performed in a transaction. */
    transactions: {
      ...claimUses(dialect, moves),
      claimSecond,
      decide: deciding(events, dialect),
    } satisfies Uses<ReviewStore>,
  };
}

function caseReads({ execute, dueAt, ids }: ReviewDialect) {
  return {
    find: (db, projectId, decisionId) =>
      first<ReviewRecord>(execute(db, caseOf(projectId, decisionId))),

    undecided: (db, projectId, decisionIds) =>
      rows<ReviewRecord>(
        execute(
          db,
          sql`SELECT ${columns} FROM reviews
            WHERE project_id = ${projectId} AND decision_id IN (${ids(decisionIds)}) AND verdict IS NULL
            ORDER BY place, decision_id`,
        ),
      ),

    *list(db, projectId, view, { limit, ...of }) {
      const { holds, ended } = partOf(view, of, dueAt);
      const order = view === "decided" ? sql`decided_at DESC` : sql`place, decision_id`;
      const found = yield* rows<ReviewRecord>(
        execute(
          db,
          sql`SELECT ${columns} FROM reviews WHERE project_id = ${projectId} AND ${holds}
            ORDER BY ${order} LIMIT ${limit}`,
        ),
      );
      if (!ended) return found;
      const late = yield* rows<ReviewRecord>(
        execute(
          db,
          sql`SELECT ${columns} FROM (
              SELECT * FROM reviews WHERE project_id = ${projectId} AND ${ended.is} LIMIT ${endedListed}
            ) AS ended WHERE ${ended.and} ORDER BY ${order} LIMIT ${limit}`,
        ),
      );
      return [...found, ...late].sort(byPlace).slice(0, limit);
    },

    *counts(db, projectId, { max, ...of }) {
      const counted = countedParts.map((name) => {
        const { holds, ended } = partOf(name, of, "due_at");
        const conditions = ended ? [holds, sql`${ended.is} AND ${ended.and}`] : [holds];
        const numbers = conditions.map(
          (condition) => sql`(SELECT count(*) FROM (
            SELECT 1 FROM reviews WHERE project_id = ${projectId} AND ${condition} LIMIT ${max}) AS counted)`,
        );
        return sql`${sql.join(numbers, sql` + `)} AS ${sql.identifier(name)}`;
      });
      const all = yield* first<ReviewCounts>(
        execute(db, sql`SELECT ${sql.join(counted, sql`, `)}`),
      );
      const upToMax = countedParts.map((name) => [name, Math.min(all![name], max)]);
      return Object.fromEntries(upToMax) as ReviewCounts;
    },
  } satisfies Uses<ReviewStore>;
}

function figureReads({ execute }: ReviewDialect) {
  return {
    secondsOf: (db, projectId, { by, drawnFrom }) =>
      rows<ReviewRecord>(
        execute(
          db,
          sql`SELECT ${columns} FROM reviews
            WHERE project_id = ${projectId} AND ${secondWanted} AND second_at >= ${drawnFrom}
              AND second_by = ${by}`,
        ),
      ),

    *countSecond(db, projectId, drawnFrom, max) {
      const counted = yield* first<{ n: number }>(
        execute(
          db,
          sql`SELECT count(*) AS n FROM (
            SELECT 1 FROM reviews
            WHERE project_id = ${projectId} AND ${secondWanted} AND second_at >= ${drawnFrom}
            LIMIT ${max}) AS counted`,
        ),
      );
      return counted!.n;
    },

    verdictPairs: (db, projectId, since, limit) =>
      rows<VerdictPair>(
        execute(
          db,
          sql`SELECT verdict AS first, second_verdict AS second FROM reviews
            WHERE project_id = ${projectId} AND second_decided_at >= ${since}
            ORDER BY second_decided_at DESC LIMIT ${limit}`,
        ),
      ),

    decided: (db, projectId, since, limit) =>
      rows<DecidedReview>(
        execute(
          db,
          sql`SELECT verdict, decided_at AS "decidedAt", claimed_at AS "claimedAt", (
              SELECT outcome FROM outcomes AS o
              WHERE o.project_id = r.project_id AND o.decision_id = r.decision_id ORDER BY o.seq DESC LIMIT 1
            ) AS outcome
            FROM reviews AS r WHERE project_id = ${projectId} AND decided_at >= ${since}
            ORDER BY decided_at DESC LIMIT ${limit}`,
        ),
      ),
  } satisfies Uses<ReviewStore>;
}

const caseOf = (projectId: string, decisionId: string) =>
  sql`SELECT ${columns} FROM reviews WHERE project_id = ${projectId} AND decision_id = ${decisionId}`;

/** What claims are made of. */
type Moves = ReturnType<typeof moveUses>;

function moveUses({ execute, locking, dueAt, ids }: ReviewDialect) {
  const lock = sql.raw(locking);

  /** @param among a condition on `project_id`. */
  function* settleAmong(db: Db, among: SQL, at: number): Use<number> {
    const settled = yield* rows(
      execute(
        db,
        sql`WITH due (p, d) AS (
            SELECT project_id, decision_id FROM reviews
            WHERE ${among} AND state IN ('waiting', 'claimed', 'postponed') AND due_at <= ${at}
            LIMIT ${settledAtOnce} ${lock})
          UPDATE reviews SET ${released(at)} FROM due
          WHERE project_id = p AND decision_id = d RETURNING decision_id`,
      ),
    );
    return settled.length;
  }

  /** All that the claimer has, but this one. */
  const giveBack = (db: Db, projectId: string, { by, at }: Claiming, except = noDecision) =>
    run(
      execute(
        db,
        sql`WITH own (p, d) AS (
            SELECT project_id, decision_id FROM reviews
            WHERE project_id = ${projectId} AND state = 'claimed' AND due_at > ${at} AND claimed_by = ${by}
              AND decision_id <> ${except})
          UPDATE reviews SET ${released(at)} FROM own WHERE project_id = p AND decision_id = d`,
      ),
    );

  const own = (db: Db, projectId: string, { by, at }: Claiming) =>
    first<ReviewRecord>(
      execute(
        db,
        sql`SELECT ${columns} FROM reviews
          WHERE project_id = ${projectId} AND state = 'claimed' AND claimed_by = ${by} AND due_at > ${at}
          ORDER BY claimed_at DESC LIMIT 1`,
      ),
    );

  function claimFirst(db: Db, projectId: string, from: SearchedPlace, { by, at, until }: Claiming) {
    const holds =
      from.state === "waiting"
        ? sql`${sql.raw(dueAt)} > ${at}`
        : sql`coalesce(due_at, ${at}) <= ${at}`; // It has none.
    return first<ReviewRecord>(
      execute(
        db,
        sql`WITH served (p, d) AS (
            SELECT project_id, decision_id FROM reviews
            WHERE project_id = ${projectId} AND state = ${from.state} AND ${holds}
              AND (place, decision_id) > (${from.place}, ${from.decisionId})
            ORDER BY place, decision_id LIMIT 1 ${lock})
          UPDATE reviews SET
            state = 'claimed', due_at = ${until}, claim = claim + 1, claimed_by = ${by}, claimed_at = ${at}
          FROM served WHERE project_id = p AND decision_id = d RETURNING ${columns}`,
      ),
    );
  }

  const settle = (db: Db, projectIds: readonly string[], at: number) =>
    settleAmong(db, sql`project_id IN (${ids(projectIds)})`, at);

  return { settle, settleAmong, giveBack, own, claimFirst };
}

function claimUses({ execute }: ReviewDialect, { settleAmong, giveBack, own, claimFirst }: Moves) {
  return {
    *claimNext(db, projectId, claiming, after) {
      yield* settleAmong(db, sql`project_id = ${projectId}`, claiming.at);
      const had = after === null ? yield* own(db, projectId, claiming) : null;
      if (had) return had;
      yield* giveBack(db, projectId, claiming);
      const left =
        after === null ? null : yield* first<ReviewRecord>(execute(db, caseOf(projectId, after)));
      for (const place of searchedPlaces(left)) {
        const claimed = yield* claimFirst(db, projectId, place, claiming);
        if (claimed) return claimed;
      }
      return null;
    },

    *claim(db, projectId, decisionId, claiming) {
      const { by, at, until } = claiming;
      const isOwn = sql`state = 'claimed' AND claimed_by = ${by} AND due_at > ${at}`;
      const claimed = yield* first<ReviewRecord>(
        execute(
          db,
          sql`UPDATE reviews SET state = 'claimed', due_at = ${until},
              claim = CASE WHEN ${isOwn} THEN claim ELSE claim + 1 END,
              claimed_at = CASE WHEN ${isOwn} THEN claimed_at ELSE ${at} END,
              claimed_by = ${by}
            WHERE project_id = ${projectId} AND decision_id = ${decisionId}
              AND (state IN ('waiting', 'postponed', 'late')
                OR state = 'claimed' AND (claimed_by = ${by} OR due_at <= ${at}))
            RETURNING ${columns}`,
        ),
      );
      if (claimed) yield* giveBack(db, projectId, claiming, decisionId);
      return claimed;
    },
  } satisfies Uses<ReviewStore>;
}

const postponing =
  ({ execute }: ReviewDialect) =>
  (db: Db, { projectId, decisionId, by, claim, at }: HeldClaim, until: number) =>
    isAny(
      execute(
        db,
        sql`UPDATE reviews SET state = 'postponed', due_at = ${until}
              WHERE project_id = ${projectId} AND decision_id = ${decisionId} AND state = 'claimed'
                AND claimed_by = ${by} AND claim = ${claim} AND due_at > ${at} RETURNING decision_id`,
      ),
    );

function secondReviewWrites({ execute, locking }: ReviewDialect, { giveBack }: Moves) {
  return {
    *claimSecond(db, projectId, claiming, { drawnFrom, drawnUntil, except }) {
      const { by, at, until } = claiming;
      const isOwn = sql`second_by = ${by} AND second_due_at > ${at}`;
      const claimed = yield* first<ReviewRecord>(
        execute(
          db,
          sql`WITH served (p, d) AS (
              SELECT project_id, decision_id FROM reviews
              WHERE project_id = ${projectId} AND ${secondWanted} AND second_at >= ${drawnFrom}
                AND decided_by <> ${by} AND decision_id <> ${except ?? noDecision}
                AND (${isOwn}
                  OR second_at <= ${drawnUntil} AND (second_due_at IS NULL OR second_due_at <= ${at}))
              ORDER BY CASE WHEN ${isOwn} THEN 0 ELSE 1 END, second_at, decision_id
              LIMIT 1 ${sql.raw(locking)})
            UPDATE reviews SET
              second_claim = CASE WHEN ${isOwn} THEN second_claim ELSE coalesce(second_claim, 0) + 1 END,
              second_claimed_at = CASE WHEN ${isOwn} THEN second_claimed_at ELSE ${at} END,
              second_by = ${by}, second_due_at = ${until}
            FROM served WHERE project_id = p AND decision_id = d RETURNING ${columns}`,
        ),
      );
      if (claimed) yield* giveBack(db, projectId, claiming);
      return claimed;
    },

    giveBackSecond: (db, projectId, { by, at, drawnFrom }) =>
      run(
        execute(
          db,
          sql`UPDATE reviews SET second_due_at = ${at}
            WHERE project_id = ${projectId} AND ${secondWanted} AND second_at >= ${drawnFrom}
              AND second_by = ${by} AND second_due_at > ${at}`,
        ),
      ),

    decideSecond: (db, held, verdict) =>
      isAny(
        execute(
          db,
          sql`UPDATE reviews SET second_verdict = ${verdict}, second_decided_at = ${held.at}
            WHERE project_id = ${held.projectId} AND decision_id = ${held.decisionId} AND ${secondWanted}
              AND second_by = ${held.by} AND second_claim = ${held.claim} AND second_due_at > ${held.at}
            RETURNING decision_id`,
        ),
      ),
  } satisfies Uses<ReviewStore>;
}

function deciding(events: Table<"id">, { execute, lockOutcomes, report }: ReviewDialect) {
  const record = eventRecorder(events);
  return function* decide(
    db: Db,
    held: HeldClaim,
    verdict: FinalVerdict,
    { outcome, isSecondDrawn, events: { reviewed, reported } }: VerdictRecords,
  ): Use<boolean> {
    const { projectId, decisionId, by, claim, at } = held;
    const deciding = execute(
      db,
      sql`UPDATE reviews SET state = 'decided', due_at = NULL, verdict = ${verdict},
          second_at = ${isSecondDrawn ? at : null}, decided_by = ${by}, decided_at = ${at}
        WHERE project_id = ${projectId} AND decision_id = ${decisionId} AND state = 'claimed'
          AND claimed_by = ${by} AND claim = ${claim} AND due_at > ${at} RETURNING decision_id`,
    );
    if (!(yield* isAny(deciding))) return false;
    if (reviewed) yield* record(db, [reviewed]);
    yield* lockOutcomes(db, held);
    const newest = yield* first<{ outcome: string }>(
      execute(
        db,
        sql`SELECT outcome FROM outcomes WHERE project_id = ${projectId} AND decision_id = ${decisionId}
          ORDER BY seq DESC LIMIT 1`,
      ),
    );
    if ((newest?.outcome ?? withdrawn) !== withdrawn) return true;
    yield* report(db, outcome);
    if (reported) yield* record(db, [reported]);
    return true;
  };
}

/** What is shown or counted together: cases whose state says so, and those whose state has ended and says something else yet. */
interface Part {
  /** Listed in the order of `reviews_by_place`, or of `reviews_decided`. */
  holds: SQL;
  /** Read by `reviews_by_due`, then those of them that are meant. The next claims change their state. */
  ended?: { is: SQL; and: SQL };
}

const countedParts = ["waiting", "late", "claimed", "mine", "postponed"] as const;
/** Of more that have ended, some are listed. */
const endedListed = 1000;

function partOf(
  name: ReviewView | (typeof countedParts)[number],
  { by, at }: { by: string; at: number },
  dueAt: ReviewDialect["dueAt"],
): Part {
  const isDue = sql`${sql.raw(dueAt)} > ${at}`;
  switch (name) {
    case "waiting":
      return {
        holds: sql`state = 'waiting' AND ${isDue}`,
        ended: {
          is: sql`state IN ('claimed', 'postponed') AND due_at <= ${at}`,
          and: sql`deadline > ${at}`,
        },
      };
    case "late":
      return {
        holds: sql`state = 'late' AND coalesce(due_at, ${at}) <= ${at}`,
        ended: {
          is: sql`state IN ('waiting', 'claimed', 'postponed') AND due_at <= ${at}`,
          and: sql`deadline <= ${at}`,
        },
      };
    case "mine":
      return { holds: sql`state IN ('claimed', 'postponed') AND ${isDue} AND claimed_by = ${by}` };
    case "decided":
      return { holds: sql`decided_at <= ${at}` };
    default:
      return { holds: sql`state = ${name} AND ${isDue}` };
  }
}

const byPlace = (a: ReviewRecord, b: ReviewRecord) =>
  a.place - b.place || (a.decisionId < b.decisionId ? -1 : 1);

/** The ID of none, and before all others. */
const noDecision = "";

interface SearchedPlace extends ReviewPlace {
  state: "waiting" | "late";
}

/**
 * Where the next case is looked for, in this order: what can still be saved, then the rest.
 * @param after the case that the claimer leaves; null: none.
 */
function searchedPlaces(after: ReviewRecord | null): SearchedPlace[] {
  const start = { place: -Number.MAX_VALUE, decisionId: noDecision }; // Before every place.
  const waiting = { state: "waiting", ...start } as const;
  const late = { state: "late", ...start } as const;
  const onwards = (state: SearchedPlace["state"]) =>
    after?.state === state ? [{ state, place: after.place, decisionId: after.decisionId }] : [];
  const rest = after?.state === "waiting" ? [late, waiting] : [waiting, late];
  return [...onwards("waiting"), ...onwards("late"), ...rest];
}
