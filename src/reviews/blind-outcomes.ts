/** The outcomes of decisions, as a second reviewer of some of them is shown them: without the first verdicts. */
import { withdrawn } from "../storage/outcomes.ts";
import type { Store } from "../storage/store.ts";
import { isVerdictReport } from "./reviews.ts";
import { secondsFrom } from "./second-reviews.ts";

interface Row {
  decisionId: string;
  outcome: string | null;
}

/**
 * @param reader who reads the rows, as they are named in reviews, and when, Unix ms.
 * @returns the rows; of a decision whose second review the reader has, or had last, what others reported.
 */
export async function blindOutcomes<Shown extends Row>(
  { reviews, outcomes }: Pick<Store, "reviews" | "outcomes">,
  rows: readonly Shown[],
  { projectId, by, at }: { projectId: string; by: string; at: number },
): Promise<Shown[]> {
  const seconds = await reviews.secondsOf(projectId, { by, drawnFrom: secondsFrom(at) });
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
