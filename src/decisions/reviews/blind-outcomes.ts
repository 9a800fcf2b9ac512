/**
 * The search of decisions, as a second reviewer of some of them is shown it: without the outcomes that the first
 * verdicts became, neither in a row nor by what a filter finds nor in a count.
 */
import { parseDecisionId } from "../../risk/decision.ts";
import type { Actor } from "../../storage/port/audit.ts";
import { withdrawn } from "../../storage/port/outcomes.ts";
import type { ReviewRecord } from "../../storage/port/reviews.ts";
import type {
  DecisionFilter,
  IdentityFigures,
  ListedDecision,
  SearchStore,
} from "../../storage/port/search.ts";
import type { Store } from "../../storage/port/store.ts";
import type { Moment } from "../../storage/port/velocity.ts";
import { isVerdictReport } from "./reviews.ts";
import { secondsFrom } from "./second-reviews.ts";

interface Deps {
  store: Pick<Store, "reviews" | "outcomes" | "search">;
  now: () => number;
}

/** @param reader who is shown the results, as they are named in reviews. */
export function blindSearch({ store, now }: Deps, { name: by }: Actor): SearchStore {
  const { search, reviews } = store;

  const secondsOf = (projectId: string) =>
    reviews.secondsOf(projectId, { by, drawnFrom: secondsFrom(now()) });

  return {
    ...search,

    async list(projectId, filter, before, limit) {
      const seconds = await secondsOf(projectId);
      const { outcomes: wanted, ...others } = filter;
      if (!wanted || seconds.length === 0) {
        return shown(store, await search.list(projectId, filter, before, limit), seconds);
      }
      const [found, own] = await Promise.all([
        search.list(projectId, filter, before, limit + seconds.length),
        matching(search, seconds, others, before).then((rows) => shown(store, rows, seconds)),
      ]);
      const blinded = new Set(seconds.map(({ decisionId }) => decisionId));
      return [
        ...found.filter(({ id }) => !blinded.has(id)),
        ...own.filter(({ outcome }) => wanted.includes(outcome)),
      ]
        .toSorted((a, b) => b.at - a.at || b.tie - a.tie)
        .slice(0, limit);
    },

    async linked(projectId, decisionId, withinMs) {
      const found = await search.linked(projectId, decisionId, withinMs);
      if (!found) return null;
      return {
        ...found,
        decisions: await shown(store, found.decisions, await secondsOf(projectId)),
      };
    },

    async identity(projectId, identity, kind) {
      const [found, seconds] = await Promise.all([
        search.identity(projectId, identity, kind),
        secondsOf(projectId),
      ]);
      if (!found || seconds.length === 0) return found;
      const stored = await matching(search, seconds, { identities: [[identity]] }, null);
      return {
        ...found,
        tallies: retallied(found.tallies, stored, await shown(store, stored, seconds)),
      };
    },
  };
}

/** What others reported; null where nobody did. */
async function shownOutcome(
  outcomes: Deps["store"]["outcomes"],
  review: ReviewRecord,
): Promise<string | null> {
  const reports = await outcomes.list(review.projectId, review.decisionId);
  const last = reports.findLast((report) => !isVerdictReport(report, review))?.outcome;
  return last === undefined || last === withdrawn ? null : last;
}

async function shown<Row extends ListedDecision>(
  { outcomes }: Deps["store"],
  rows: readonly Row[],
  seconds: readonly ReviewRecord[],
): Promise<Row[]> {
  const reviewOf = new Map(seconds.map((review) => [review.decisionId, review]));
  return Promise.all(
    rows.map(async (row) => {
      const review = reviewOf.get(row.id);
      return review ? { ...row, outcome: await shownOutcome(outcomes, review) } : row;
    }),
  );
}

/** Those of the second reviews' decisions that match a filter, as stored. */
async function matching(
  search: SearchStore,
  seconds: readonly ReviewRecord[],
  filter: DecisionFilter,
  before: Moment | null,
): Promise<ListedDecision[]> {
  const found = await Promise.all(
    seconds.map(({ projectId, decisionId }) => {
      const moment = parseDecisionId(decisionId)!;
      const { at, tie } = filter.moment ?? moment;
      if (at !== moment.at || tie !== moment.tie) return [];
      return search.list(projectId, { ...filter, moment }, before, 1);
    }),
  );
  return found.flat();
}

/** Tallies in which each row counts by the outcome that is shown in place of the stored one. */
function retallied(
  tallies: IdentityFigures["tallies"],
  stored: readonly ListedDecision[],
  shownRows: readonly ListedDecision[],
): IdentityFigures["tallies"] {
  const counts = tallies.map((one) => ({ ...one }));
  const add = ({ suggestedAction, outcome }: ListedDecision, count: number) => {
    const fits = (one: (typeof counts)[number]) =>
      one.suggestedAction === suggestedAction && one.outcome === outcome;
    const tally = counts.find(fits);
    if (tally) tally.count += count;
    else counts.push({ suggestedAction, outcome, count });
  };
  for (const row of stored) add(row, -1);
  for (const row of shownRows) add(row, 1);
  return counts.filter(({ count }) => count > 0);
}
