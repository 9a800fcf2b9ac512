/** The outcomes of decisions, as a second reviewer of some of them is shown them: without the first verdicts. */
import type { Actor } from "../storage/audit.ts";
import { withdrawn } from "../storage/outcomes.ts";
import type { Store } from "../storage/store.ts";
import { isVerdictReport } from "./reviews.ts";
import { secondsFrom } from "./second-reviews.ts";

interface Row {
  decisionId: string;
  outcome: string | null;
}

/**
 * @param reader who reads the rows, as they are named in reviews.
 * @returns the rows; of a decision whose second review the reader has, or had last, what others reported.
 */
export async function blindOutcomes<Shown extends Row>(
  {
    store: { reviews, outcomes },
    now,
  }: { store: Pick<Store, "reviews" | "outcomes">; now: () => number },
  rows: readonly Shown[],
  { projectId, reader: { name: by } }: { projectId: string; reader: Actor },
): Promise<Shown[]> {
  const seconds = await reviews.secondsOf(projectId, { by, drawnFrom: secondsFrom(now()) });
  const reviewOf = new Map(seconds.map((review) => [review.decisionId, review]));
  return Promise.all(
    rows.map(async (row) => {
      const review = reviewOf.get(row.decisionId);
      if (!review) return row;
      const reports = await outcomes.list(projectId, row.decisionId);
      const last = reports.findLast((report) => !isVerdictReport(report, review))?.outcome;
      return { ...row, outcome: last === undefined || last === withdrawn ? null : last };
    }),
  );
}
