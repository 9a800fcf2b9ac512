/**
 * The statements on `reviews`, once for both databases. The places of their values are numbered in the order in
 * which they first occur, as SQLite binds them.
 */
import type {
  Claiming,
  DrawnSecond,
  FinalVerdict,
  HeldClaim,
  NewReview,
  ReviewPlace,
  ReviewRecord,
  ReviewView,
} from "./reviews.ts";

const columns = `project_id AS "projectId", decision_id AS "decisionId", sources, opened_at AS "openedAt",
  deadline, expected_loss AS "expectedLoss", place, state, due_at AS "dueAt", claim, claimed_by AS "claimedBy",
  claimed_at AS "claimedAt", verdict, decided_by AS "decidedBy", decided_at AS "decidedAt",
  second_at AS "secondAt", second_claim AS "secondClaim", second_by AS "secondBy",
  second_claimed_at AS "secondClaimedAt", second_due_at AS "secondDueAt", second_verdict AS "secondVerdict",
  second_decided_at AS "secondDecidedAt"`;

/** Cases that one statement puts where they belong, before a claim too: what is left is put there by the next ones. */
export const settledAtOnce = 200;

/** Waiting or late. The second value is now. */
const released = `state = CASE WHEN deadline > $2 THEN 'waiting' ELSE 'late' END,
  due_at = CASE WHEN deadline > $2 THEN deadline END`;

/** A second review is drawn, and has no verdict: as `reviews_second` says it. */
const secondWanted = "second_at IS NOT NULL AND second_verdict IS NULL";

/** In what the databases differ. */
export interface ReviewDialect {
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
  /** The IDs of the second value: an array, or JSON. */
  ids: "SELECT unnest($2::text[])" | "SELECT value FROM json_each($2)";
}

export function reviewStatements({ locking, dueAt, ids }: ReviewDialect) {
  /** Of the project, the state, now, the place after which, the claim's end and who claims. */
  const claimFirst = (condition: string) => `WITH served (p, d) AS (
        SELECT project_id, decision_id FROM reviews
        WHERE project_id = $1 AND state = $2 AND ${condition} AND (place, decision_id) > ($4, $5)
        ORDER BY place, decision_id LIMIT 1 ${locking})
      UPDATE reviews SET state = 'claimed', due_at = $6, claim = claim + 1, claimed_by = $7, claimed_at = $3
      FROM served WHERE project_id = p AND decision_id = d RETURNING ${columns}`;
  return {
    claimFirst: {
      waiting: claimFirst(`${dueAt} > $3`),
      late: claimFirst("coalesce(due_at, $3) <= $3"), // It has none.
    },

    open: `INSERT INTO reviews
        (project_id, decision_id, sources, opened_at, deadline, expected_loss, place, state, due_at, claim)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', $5, 0)
      ON CONFLICT DO NOTHING RETURNING decision_id`,

    find: `SELECT ${columns} FROM reviews WHERE project_id = $1 AND decision_id = $2`,

    /** Of the project and decisions. */
    undecided: `SELECT ${columns} FROM reviews
      WHERE project_id = $1 AND decision_id IN (${ids}) AND verdict IS NULL ORDER BY place, decision_id`,

    /** Of the project and now. */
    settle: `WITH due (p, d) AS (
        SELECT project_id, decision_id FROM reviews
        WHERE project_id = $1 AND state IN ('waiting', 'claimed', 'postponed') AND due_at <= $2
        LIMIT ${settledAtOnce} ${locking})
      UPDATE reviews SET ${released} FROM due WHERE project_id = p AND decision_id = d RETURNING decision_id`,

    /** Of the project, now, who claimed, and a decision: all that they have, but this one. */
    giveBack: `WITH own (p, d) AS (
        SELECT project_id, decision_id FROM reviews
        WHERE project_id = $1 AND state = 'claimed' AND due_at > $2 AND claimed_by = $3 AND decision_id <> $4)
      UPDATE reviews SET ${released} FROM own WHERE project_id = p AND decision_id = d`,

    /** Of the project, who claimed, and now. */
    own: `SELECT ${columns} FROM reviews
      WHERE project_id = $1 AND state = 'claimed' AND claimed_by = $2 AND due_at > $3
      ORDER BY claimed_at DESC LIMIT 1`,

    /** Of the claim's end, who claims, now, and the decision. */
    claimOne: `UPDATE reviews SET state = 'claimed', due_at = $1,
        claim = CASE WHEN state = 'claimed' AND claimed_by = $2 AND due_at > $3 THEN claim ELSE claim + 1 END,
        claimed_at = CASE WHEN state = 'claimed' AND claimed_by = $2 AND due_at > $3 THEN claimed_at ELSE $3 END,
        claimed_by = $2
      WHERE project_id = $4 AND decision_id = $5 AND (state IN ('waiting', 'postponed', 'late')
        OR state = 'claimed' AND (claimed_by = $2 OR due_at <= $3))
      RETURNING ${columns}`,

    /** Until when, and the held claim. */
    postpone: `UPDATE reviews SET state = 'postponed', due_at = $1
      WHERE project_id = $2 AND decision_id = $3 AND state = 'claimed' AND claimed_by = $4 AND claim = $5
        AND due_at > $6 RETURNING decision_id`,

    /** The verdict, when a second review was drawn, and the held claim. */
    decide: `UPDATE reviews
      SET state = 'decided', due_at = NULL, verdict = $1, second_at = $2, decided_by = $3, decided_at = $4
      WHERE project_id = $5 AND decision_id = $6 AND state = 'claimed' AND claimed_by = $3 AND claim = $7
        AND due_at > $4 RETURNING decision_id`,

    /**
     * Of the project, the first time of a draw, who claims, a decision that is not wanted, now, the last time of a draw,
     * and the claim's end.
     */
    claimSecond: `WITH served (p, d) AS (
        SELECT project_id, decision_id FROM reviews
        WHERE project_id = $1 AND ${secondWanted} AND second_at >= $2 AND decided_by <> $3 AND decision_id <> $4
          AND (second_by = $3 AND second_due_at > $5
            OR second_at <= $6 AND (second_due_at IS NULL OR second_due_at <= $5))
        ORDER BY CASE WHEN second_by = $3 AND second_due_at > $5 THEN 0 ELSE 1 END, second_at, decision_id
        LIMIT 1 ${locking})
      UPDATE reviews SET
        second_claim = CASE WHEN second_by = $3 AND second_due_at > $5 THEN second_claim
          ELSE coalesce(second_claim, 0) + 1 END,
        second_claimed_at = CASE WHEN second_by = $3 AND second_due_at > $5 THEN second_claimed_at ELSE $5 END,
        second_by = $3, second_due_at = $7
      FROM served WHERE project_id = p AND decision_id = d RETURNING ${columns}`,

    /** Of now, the project, the first time of a draw, and who has them. */
    giveBackSecond: `UPDATE reviews SET second_due_at = $1
      WHERE project_id = $2 AND ${secondWanted} AND second_at >= $3 AND second_by = $4 AND second_due_at > $1`,

    /** The verdict, and the held claim. */
    decideSecond: `UPDATE reviews SET second_verdict = $1, second_decided_at = $2
      WHERE project_id = $3 AND decision_id = $4 AND ${secondWanted} AND second_by = $5 AND second_claim = $6 AND second_due_at > $2 RETURNING decision_id`,

    /** Of the project, the first time of a draw, and who has or had them last. */
    secondsOf: `SELECT ${columns} FROM reviews
      WHERE project_id = $1 AND ${secondWanted} AND second_at >= $2 AND second_by = $3`,

    /** Of the project, the first time of a draw, and how many at most. */
    countSecond: `SELECT count(*) AS n FROM (
        SELECT 1 FROM reviews WHERE project_id = $1 AND ${secondWanted} AND second_at >= $2
        LIMIT $3) AS counted`,

    /** Of the project, since when, and how many. */
    verdictPairs: `SELECT verdict AS first, second_verdict AS second FROM reviews
      WHERE project_id = $1 AND second_decided_at >= $2 ORDER BY second_decided_at DESC LIMIT $3`,

    /** The newest report of a decision. */
    outcome: `SELECT outcome FROM outcomes WHERE project_id = $1 AND decision_id = $2
      ORDER BY seq DESC LIMIT 1`,

    /** Of the project, since when, and how many. */
    decided: `SELECT verdict, decided_at AS "decidedAt", claimed_at AS "claimedAt", (
        SELECT outcome FROM outcomes AS o
        WHERE o.project_id = r.project_id AND o.decision_id = r.decision_id ORDER BY o.seq DESC LIMIT 1
      ) AS outcome
      FROM reviews AS r WHERE project_id = $1 AND decided_at >= $2 ORDER BY decided_at DESC LIMIT $3`,
  } as const;
}

/** What is shown or counted together: cases whose state says so, and those whose state has ended and says something else yet. */
interface Part {
  /** Listed in the order of `reviews_by_place`, or of `reviews_decided`. */
  holds: string;
  /** Read by `reviews_by_due`. The next claims change their state. */
  ended?: { states: string; and: string };
}

/** The first value is the project, the second is now. */
const parts = {
  waiting: {
    holds: "state = 'waiting' AND due_at > $2",
    ended: { states: "'claimed', 'postponed'", and: "deadline > $2" },
  },
  late: {
    holds: "state = 'late' AND coalesce(due_at, $2) <= $2",
    ended: { states: "'waiting', 'claimed', 'postponed'", and: "deadline <= $2" },
  },
  claimed: { holds: "state = 'claimed' AND due_at > $2" },
  postponed: { holds: "state = 'postponed' AND due_at > $2" },
  mine: { holds: "state IN ('claimed', 'postponed') AND due_at > $2 AND claimed_by = $3" },
  decided: { holds: "decided_at <= $2" },
} as const satisfies Record<string, Part>;

export type ReviewPart = keyof typeof parts;

export const countedParts = ["waiting", "late", "claimed", "mine", "postponed"] as const;

/** The values of a part's statements before the last, which says how many. */
export function partValues(part: ReviewPart, of: { projectId: string; by: string; at: number }) {
  return part === "mine" ? [of.projectId, of.at, of.by] : [of.projectId, of.at];
}

const last = (part: ReviewPart) => (part === "mine" ? "$4" : "$3");
const endedIn = (states: string) => `project_id = $1 AND state IN (${states}) AND due_at <= $2`;
/** Of more that have ended, some are listed. */
const endedListed = 1000;

/** A statement for cases whose state holds, and one for the others. */
export function listStatements(view: ReviewView, { dueAt }: ReviewDialect): string[] {
  const { holds, ended }: Part = parts[view];
  const order = `ORDER BY ${view === "decided" ? "decided_at DESC" : "place, decision_id"} LIMIT ${last(view)}`;
  const inOrder = holds.replace("due_at >", `${dueAt} >`);
  const statements = [
    `SELECT ${columns} FROM reviews WHERE project_id = $1 AND ${inOrder} ${order}`,
  ];
  if (!ended) return statements;
  const some = `SELECT * FROM reviews WHERE ${endedIn(ended.states)} LIMIT ${endedListed}`;
  return [...statements, `SELECT ${columns} FROM (${some}) AS ended WHERE ${ended.and} ${order}`];
}

/** The same: how many there are, up to the last value. */
export function countStatements(part: ReviewPart): string[] {
  const { holds, ended }: Part = parts[part];
  const conditions = [`project_id = $1 AND ${holds}`];
  if (ended) conditions.push(`${endedIn(ended.states)} AND ${ended.and}`);
  return conditions.map(
    (condition) =>
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM reviews WHERE ${condition} LIMIT ${last(part)}) AS counted`,
  );
}

/** The first rows of what the parts of a view have. */
export function listedOf(view: ReviewView, found: ReviewRecord[], limit: number): ReviewRecord[] {
  if (!("ended" in parts[view])) return found;
  const inPlace = (a: ReviewRecord, b: ReviewRecord) =>
    a.place - b.place || (a.decisionId < b.decisionId ? -1 : 1);
  return found.sort(inPlace).slice(0, limit);
}

/** The ID of none, and before all others. */
export const noDecision = "";
/** Before every place. */
const start = { place: -Number.MAX_VALUE, decisionId: noDecision };

export interface SearchedPlace extends ReviewPlace {
  state: "waiting" | "late";
}

/**
 * Where the next case is looked for, in this order: what can still be saved, then the rest.
 * @param after the case that the claimer leaves; null: none.
 */
export function searchedPlaces(after: ReviewRecord | null): SearchedPlace[] {
  const waiting = { state: "waiting", ...start } as const;
  const late = { state: "late", ...start } as const;
  const onwards = (state: SearchedPlace["state"]) =>
    after?.state === state ? [{ state, place: after.place, decisionId: after.decisionId }] : [];
  const rest = after?.state === "waiting" ? [late, waiting] : [waiting, late];
  return [...onwards("waiting"), ...onwards("late"), ...rest];
}

/** The values of `claimFirst`. */
export const claimValues = (
  projectId: string,
  { state, place, decisionId }: SearchedPlace,
  { by, at, until }: Claiming,
) => [projectId, state, at, place, decisionId, until, by];

export const claimOneValues = (
  projectId: string,
  decisionId: string,
  { by, at, until }: Claiming,
) => [until, by, at, projectId, decisionId];

export const openValues = (review: NewReview) => [
  ...[review.projectId, review.decisionId, review.sources, review.openedAt, review.deadline],
  ...[review.expectedLoss, review.place],
];

export const postponeValues = (
  { projectId, decisionId, by, claim, at }: HeldClaim,
  until: number,
) => [until, projectId, decisionId, by, claim, at];

export const decideValues = (
  { projectId, decisionId, by, claim, at }: HeldClaim,
  verdict: FinalVerdict,
  isSecondDrawn: boolean,
) => [verdict, isSecondDrawn ? at : null, by, at, projectId, decisionId, claim];

export const claimSecondValues = (
  projectId: string,
  { by, at, until }: Claiming,
  { drawnFrom, drawnUntil, except }: DrawnSecond,
) => [projectId, drawnFrom, by, except ?? noDecision, at, drawnUntil, until];

export const decideSecondValues = (
  { projectId, decisionId, by, claim, at }: HeldClaim,
  verdict: FinalVerdict,
) => [verdict, at, projectId, decisionId, by, claim];
