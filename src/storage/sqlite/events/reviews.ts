import { withdrawn } from "../../outcomes.ts";
import {
  claimOneValues,
  claimSecondValues,
  claimValues,
  countedParts,
  countStatements,
  decideSecondValues,
  decideValues,
  listedOf,
  listStatements,
  noDecision,
  openValues,
  partValues,
  postponeValues,
  reviewStatements,
  searchedPlaces,
} from "../../review-statements.ts";
import {
  type Claiming,
  type DecidedReview,
  type NewReview,
  type ReviewCounts,
  type ReviewRecord,
  type ReviewStore,
  reviewViews,
  type VerdictPair,
} from "../../reviews.ts";
import type { Connection, Operations } from "../operations.ts";
import { insertOutcome } from "./outcomes.ts";
import { webhookEventWriter } from "./webhooks.ts";

const dialect = { locking: "", dueAt: "+due_at", ids: "SELECT value FROM json_each($2)" } as const;
const statements = reviewStatements(dialect);

const prepared = <Row>({ database }: Pick<Connection, "database">, statement: string) =>
  database.prepare<Row, (string | number | null)[]>(statement);

export const reads = {
  find: (connection) => {
    const one = prepared<ReviewRecord>(connection, statements.find);
    return (projectId, decisionId) => one.get(projectId, decisionId);
  },

  undecided: (connection) => {
    const some = prepared<ReviewRecord>(connection, statements.undecided);
    return (projectId, decisionIds) => some.all(projectId, JSON.stringify(decisionIds));
  },

  list: (connection) => {
    const ofView = new Map(
      reviewViews.map((view) => [
        view,
        listStatements(view, dialect).map((one) => prepared<ReviewRecord>(connection, one)),
      ]),
    );
    return (projectId, view, { limit, ...of }) => {
      const values = [...partValues(view, { projectId, ...of }), limit];
      const found = ofView.get(view)!.flatMap((part) => part.all(...values));
      return listedOf(view, found, limit);
    };
  },

  counts: (connection) => {
    const ofPart = countedParts.map(
      (part) =>
        [
          part,
          countStatements(part).map((one) => prepared<{ n: number }>(connection, one)),
        ] as const,
    );
    return (projectId, { max, ...of }) => {
      const counted = ofPart.map(([part, counts]) => {
        const values = [...partValues(part, { projectId, ...of }), max];
        const n = counts.reduce((sum, count) => sum + count.get(...values)!.n, 0);
        return [part, Math.min(n, max)];
      });
      return Object.fromEntries(counted) as ReviewCounts;
    };
  },

  secondsOf: (connection) => {
    const some = prepared<ReviewRecord>(connection, statements.secondsOf);
    return (projectId, { by, drawnFrom }) => some.all(projectId, drawnFrom, by);
  },

  countSecond: (connection) => {
    const count = prepared<{ n: number }>(connection, statements.countSecond);
    return (projectId, drawnFrom, max) => count.get(projectId, drawnFrom, max)!.n;
  },

  verdictPairs: (connection) => {
    const newest = prepared<VerdictPair>(connection, statements.verdictPairs);
    return (projectId, since, limit) => newest.all(projectId, since, limit);
  },

  decided: (connection) => {
    const newest = prepared<DecidedReview>(connection, statements.decided);
    return (projectId, since, limit) => newest.all(projectId, since, limit);
  },
} satisfies Operations<ReviewStore>;

/** @returns a function that returns whether the review was added. */
export function insertReview(connection: Connection): (review: NewReview) => boolean {
  const insert = prepared(connection, statements.open);
  const record = webhookEventWriter(connection);
  return (review) => {
    if (insert.get(...openValues(review)) === null) return false;
    if (review.event) record(review.event);
    return true;
  };
}

/** Inside the transaction of the writer's group. */
export const writes = {
  open: insertReview,

  settle: (connection) => {
    const settle = prepared(connection, statements.settle);
    return (projectId, at) => settle.all(projectId, at).length;
  },

  claimNext: (connection) => {
    const settle = prepared(connection, statements.settle);
    const giveBack = prepared(connection, statements.giveBack);
    const find = prepared<ReviewRecord>(connection, statements.find);
    const own = prepared<ReviewRecord>(connection, statements.own);
    const first = {
      waiting: prepared<ReviewRecord>(connection, statements.claimFirst.waiting),
      late: prepared<ReviewRecord>(connection, statements.claimFirst.late),
    };
    return (projectId, claiming, after) => {
      const { by, at } = claiming;
      settle.run(projectId, at);
      const had = after === null ? own.get(projectId, by, at) : null;
      if (had) return had;
      giveBack.run(projectId, at, by, noDecision);
      const left = after === null ? null : find.get(projectId, after);
      for (const place of searchedPlaces(left)) {
        const claimed = first[place.state].get(...claimValues(projectId, place, claiming));
        if (claimed) return claimed;
      }
      return null;
    };
  },

  claim: (connection) => {
    const giveBack = prepared(connection, statements.giveBack);
    const one = prepared<ReviewRecord>(connection, statements.claimOne);
    return (projectId, decisionId, claiming: Claiming) => {
      const claimed = one.get(...claimOneValues(projectId, decisionId, claiming));
      if (claimed) giveBack.run(projectId, claiming.at, claiming.by, decisionId);
      return claimed;
    };
  },

  postpone: (connection) => {
    const postpone = prepared(connection, statements.postpone);
    return (held, until) => postpone.get(...postponeValues(held, until)) !== null;
  },

  decide: (connection) => {
    const decide = prepared(connection, statements.decide);
    const newest = prepared<{ outcome: string }>(connection, statements.outcome);
    const report = insertOutcome(connection);
    const record = webhookEventWriter(connection);
    return (held, verdict, { outcome, isSecondDrawn, events: { reviewed, reported } }) => {
      if (decide.get(...decideValues(held, verdict, isSecondDrawn)) === null) return false;
      if (reviewed) record(reviewed);
      const counting = newest.get(held.projectId, held.decisionId)?.outcome ?? withdrawn;
      if (counting !== withdrawn) return true;
      report(outcome);
      if (reported) record(reported);
      return true;
    };
  },

  claimSecond: (connection) => {
    const giveBack = prepared(connection, statements.giveBack);
    const claim = prepared<ReviewRecord>(connection, statements.claimSecond);
    return (projectId, claiming, of) => {
      const claimed = claim.get(...claimSecondValues(projectId, claiming, of));
      if (claimed) giveBack.run(projectId, claiming.at, claiming.by, noDecision);
      return claimed;
    };
  },

  giveBackSecond: (connection) => {
    const giveBack = prepared(connection, statements.giveBackSecond);
    return (projectId, { by, at, drawnFrom }) => void giveBack.run(at, projectId, drawnFrom, by);
  },

  decideSecond: (connection) => {
    const decide = prepared(connection, statements.decideSecond);
    return (held, verdict) => decide.get(...decideSecondValues(held, verdict)) !== null;
  },
} satisfies Operations<ReviewStore>;
