import { reviewLimits } from "../../../decisions/reviews/limits.ts";
import type { ReviewFigures } from "../../../decisions/reviews/reviews.ts";
import { integers, percentages } from "../../components/charts/number-format.ts";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { formatDuration, plural } from "../decision-detail/format.ts";
import { useReviewFigures } from "./use-reviews.ts";

/** How many wait, and how reviews went lately. */
export function Figures() {
  const { data, error, isPending, refetch } = useReviewFigures();
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (isPending) return <SkeletonRows rows={2} />;
  const { counts, seconds, decided, reversed, second } = data;
  return (
    <dl className="stat-tiles" aria-label="Figures of reviews">
      <Tile
        name="Waiting"
        value={count(counts.waiting)}
        more={`${count(counts.claimed)} open, ${count(counts.postponed)} put off`}
      />
      <Tile name="Past deadline" value={count(counts.late)} more="served last" />
      <Tile
        name="Time per case (p50)"
        value={seconds === null ? "–" : formatDuration(seconds.p50 * 1000)}
        more={seconds === null ? "none decided" : `p90 ${formatDuration(seconds.p90 * 1000)}`}
      />
      <Tile
        name="Decided"
        value={count(decided, reviewLimits.figures.cases)}
        more={`in ${reviewLimits.figures.days} days`}
      />
      <Tile name="Reversed" value={integers.format(reversed)} more="by a later outcome" />
      <Tile
        name="Agreement"
        value={second.share === null ? "–" : percentages.format(second.share.value)}
        more={agreementText(second)}
      />
    </dl>
  );
}

/** As in "of 40 second reviews, 95 % interval 78% to 96%, kappa 0.71". */
function agreementText({ cases, share, kappa, waiting }: ReviewFigures["second"]): string {
  if (share === null) return `${count(waiting)} second reviews waiting`;
  const interval = `${percentages.format(share.from)} to ${percentages.format(share.to)}`;
  return `of ${plural(cases, "second review")}, 95% interval ${interval}${
    kappa === null ? "" : `, kappa ${kappa.toFixed(2)}`
  }`;
}

const count = (n: number, max: number = reviewLimits.counted) =>
  n < max ? integers.format(n) : `${integers.format(max)}+`;

function Tile({ name, value, more }: { name: string; value: string; more: string }) {
  return (
    <div className="card stat-tile">
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <span>{more}</span>
      </dd>
    </div>
  );
}
