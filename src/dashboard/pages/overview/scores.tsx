import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { Bars } from "../../components/charts/bars.tsx";
import { formatOrDash, integers, percentages } from "../../components/charts/number-format.ts";
import { settingNames } from "../settings/risk-setting.tsx";
import { decisionsAt, type OfFigures, partOf } from "./overview-data.ts";

/** Decisions by score, with what the project's setting denies now. */
export function Scores({ setting, ...of }: OfFigures & { setting: RiskSetting }) {
  const { scores, total } = of.figures;
  const from = denyFrom[setting];
  const above = scores.slice(from).reduce((sum, count) => sum + count, 0);
  const rate = formatOrDash(partOf(above, total.decisions), percentages);
  return (
    <Bars
      title="Scores"
      summary={`${integers.format(above)} (${rate}) score ${from} or more, which “${settingNames[setting]}” denies; half score ${medianOf(scores)} or less.`}
      columns={scores.map((count, score) => ({
        label: `Score ${score}`,
        tick: score % 10 === 0 ? String(score) : null,
        to: count === 0 ? null : decisionsAt(of, { scoreFrom: score, scoreTo: score }),
      }))}
      series={[{ name: "Decisions", tone: "accent", values: scores }]}
      marks={[{ at: from, label: `denies from ${from}`, tone: "danger" }]}
    />
  );
}

/** The lowest score that at least half of all decisions do not exceed. */
function medianOf(scores: readonly number[]): number {
  const half = scores.reduce((sum, count) => sum + count, 0) / 2;
  let seen = 0;
  return scores.findIndex((count) => {
    seen += count;
    return seen >= half;
  });
}
