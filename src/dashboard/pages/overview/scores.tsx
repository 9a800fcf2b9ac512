import { type RiskSetting, settingNames } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { Bars } from "../../components/charts/bars.tsx";
import { formatOrDash, integers, percentages } from "../../components/charts/number-format.ts";
import { decisionsUrl, type OverviewProps, ratio } from "./overview-data.ts";

/** The distribution of scores, with the deny threshold of the project's current risk setting. */
export function Scores({ setting, ...props }: OverviewProps & { setting: RiskSetting }) {
  const { scores, total } = props.overview;
  const threshold = denyFrom[setting];
  const above = scores.slice(threshold).reduce((sum, count) => sum + count, 0);
  const rate = formatOrDash(ratio(above, total.decisions), percentages);
  return (
    <Bars
      title="Scores"
      summary={`${integers.format(above)} (${rate}) score ${threshold} or higher, which “${settingNames[setting]}” denies. Median score: ${medianOf(scores)}.`}
      columns={scores.map((count, score) => ({
        label: `Score ${score}`,
        tick: score % 10 === 0 ? String(score) : null,
        to: count === 0 ? null : decisionsUrl(props, { scoreFrom: score, scoreTo: score }),
      }))}
      series={[{ name: "Decisions", tone: "accent", values: scores }]}
      marks={[{ at: threshold, label: `deny at ${threshold}+`, tone: "danger" }]}
    />
  );
}

/** The lowest score that at least half of the decisions do not exceed. */
function medianOf(scores: readonly number[]): number {
  const half = scores.reduce((sum, count) => sum + count, 0) / 2;
  let seen = 0;
  return scores.findIndex((count) => {
    seen += count;
    return seen >= half;
  });
}
