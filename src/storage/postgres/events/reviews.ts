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
  type ReviewDialect,
  reviewStatements,
  searchedPlaces,
} from "../../review-statements.ts";
import type {
  DecidedReview,
  ReviewCounts,
  ReviewRecord,
  ReviewStore,
  VerdictPair,
} from "../../reviews.ts";
import type { Connection } from "../connection.ts";
import { jsonParameter } from "../json-parameter.ts";
import { recordWebhookEvents } from "./webhooks.ts";

const dialect: ReviewDialect = {
  ...{ locking: "FOR UPDATE SKIP LOCKED", dueAt: "due_at", ids: "SELECT unnest($2::text[])" },
};
const statements = reviewStatements(dialect);

export function reviewStore({ sql, transaction }: Connection): ReviewStore {
  return {
    open: (review) =>
      transaction(async ({ db, sql }) => {
        const added = (await sql(statements.open, openValues(review))).length > 0;
        if (added && review.event) await recordWebhookEvents(db, [review.event]);
        return added;
      }),

    find: async (projectId, decisionId) =>
      (await sql<ReviewRecord>(statements.find, [projectId, decisionId]))[0] ?? null,

    undecided: (projectId, decisionIds) =>
      sql<ReviewRecord>(statements.undecided, [projectId, [...decisionIds]]),

    settle: async (projectId, at) => (await sql(statements.settle, [projectId, at])).length,

    claimNext: (projectId, claiming, after) =>
      transaction(async ({ sql }) => {
        const { by, at } = claiming;
        await sql(statements.settle, [projectId, at]);
        if (after === null) {
          const [had] = await sql<ReviewRecord>(statements.own, [projectId, by, at]);
          if (had) return had;
        }
        await sql(statements.giveBack, [projectId, at, by, noDecision]);
        const [left] =
          after === null ? [] : await sql<ReviewRecord>(statements.find, [projectId, after]);
        for (const place of searchedPlaces(left ?? null)) {
          const values = claimValues(projectId, place, claiming);
          const statement = statements.claimFirst[place.state];
          const [claimed] = await sql<ReviewRecord>(statement, values);
          if (claimed) return claimed;
        }
        return null;
      }),

    claim: (projectId, decisionId, claiming) =>
      transaction(async ({ sql }) => {
        const values = claimOneValues(projectId, decisionId, claiming);
        const [claimed] = await sql<ReviewRecord>(statements.claimOne, values);
        if (!claimed) return null;
        const { at, by } = claiming;
        await sql(statements.giveBack, [projectId, at, by, decisionId]);
        return claimed;
      }),

    postpone: async (held, until) =>
      (await sql(statements.postpone, postponeValues(held, until))).length > 0,

    decide: (held, verdict, { outcome, isSecondDrawn, events: { reviewed, reported } }) =>
      transaction(async ({ db, sql }) => {
        const values = decideValues(held, verdict, isSecondDrawn);
        const decided = await sql(statements.decide, values);
        if (decided.length === 0) return false;
        const { projectId, decisionId } = held;
        if (reviewed) await recordWebhookEvents(db, [reviewed]);
        // As `report_outcomes_1` does: none is reported between the look and the report.
        await sql("SELECT pg_advisory_xact_lock(hashtextextended('report ' || $1, 0))", [
          `${projectId} ${decisionId}`,
        ]);
        const [newest] = await sql<{ outcome: string }>(statements.outcome, [
          projectId,
          decisionId,
        ]);
        if ((newest?.outcome ?? withdrawn) === withdrawn) {
          await sql("SELECT report_outcomes_1($1)", [jsonParameter([outcome])]);
          if (reported) await recordWebhookEvents(db, [reported]);
        }
        return true;
      }),

    claimSecond: (projectId, claiming, of) =>
      transaction(async ({ sql }) => {
        const values = claimSecondValues(projectId, claiming, of);
        const [claimed] = await sql<ReviewRecord>(statements.claimSecond, values);
        if (!claimed) return null;
        const { at, by } = claiming;
        await sql(statements.giveBack, [projectId, at, by, noDecision]);
        return claimed;
      }),

    giveBackSecond: async (projectId, { by, at, drawnFrom }) => {
      await sql(statements.giveBackSecond, [at, projectId, drawnFrom, by]);
    },

    decideSecond: async (held, verdict) =>
      (await sql(statements.decideSecond, decideSecondValues(held, verdict))).length > 0,

    secondsOf: (projectId, { by, drawnFrom }) =>
      sql<ReviewRecord>(statements.secondsOf, [projectId, drawnFrom, by]),

    countSecond: async (projectId, drawnFrom, max) =>
      (await sql<{ n: number }>(statements.countSecond, [projectId, drawnFrom, max]))[0]!.n,

    verdictPairs: (projectId, since, limit) =>
      sql<VerdictPair>(statements.verdictPairs, [projectId, since, limit]),

    async list(projectId, view, { limit, ...of }) {
      const values = [...partValues(view, { projectId, ...of }), limit];
      const found = await Promise.all(
        listStatements(view, dialect).map((one) => sql<ReviewRecord>(one, values)),
      );
      return listedOf(view, found.flat(), limit);
    },

    async counts(projectId, { max, ...of }) {
      const counted = countedParts.map(async (part) => {
        const values = [...partValues(part, { projectId, ...of }), max];
        const counts = await Promise.all(
          countStatements(part).map((one) => sql<{ n: number }>(one, values)),
        );
        return [
          part,
          Math.min(
            counts.reduce((sum, [row]) => sum + row!.n, 0),
            max,
          ),
        ];
      });
      return Object.fromEntries(await Promise.all(counted)) as ReviewCounts;
    },

    decided: (projectId, since, limit) =>
      sql<DecidedReview>(statements.decided, [projectId, since, limit]),
  };
}
