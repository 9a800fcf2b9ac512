/** How scores and levels move. */
import { decimal, whole } from "../../../../replay/page/markup.ts";
import type { ReplayReport } from "../../../../replay/report.ts";
import { riskLevels } from "../../../../risk/score.ts";
import { Lines } from "../../../components/charts/lines.tsx";
import { percentages } from "../../../components/charts/number-format.ts";
import { tens } from "../score-buckets.ts";
import { FiguresTable } from "./report-table.tsx";
import { Part } from "./section.tsx";

const stability: Readonly<Record<string, string>> = {
  stable: "below 0.1, which is called stable",
  notice: "from 0.1 on worth a look",
  warning: "from 0.25 on another population",
};

export function Scores({ of: { score, levels, decisions } }: { of: ReplayReport }) {
  const { index, level } = score.populationStability;
  const parts = (counts: readonly number[]) =>
    tens.map((_, i) => {
      const count = counts.slice(10 * i, 10 * i + 10).reduce((sum, one) => sum + one, 0);
      return decisions.compared === 0 ? null : count / decisions.compared;
    });
  return (
    <Part
      title="How scores move"
      says={`${whole(score.move.unchanged)} of ${whole(decisions.compared)} scores stay the same.`}
    >
      <Lines
        heading="h3"
        title="Scores, before and after"
        summary={`The mean goes from ${decimal(score.before.mean, 1)} to ${decimal(score.after.mean, 1)}. The population stability index is ${decimal(index, 3)}${stability[level] ? `: ${stability[level]}` : ""}.`}
        columns={tens}
        numbers={percentages}
        series={[
          { name: "before", tone: "muted", values: parts(score.before.counts) },
          { name: "after", tone: "accent", values: parts(score.after.counts) },
        ]}
      />
      <FiguresTable
        label="Levels, before and after"
        head={["Level before", ...riskLevels.map((to) => `${to} after`), "all"]}
        rows={riskLevels.map((from) => [
          from,
          ...riskLevels.map((to) => whole(levels.moved[from][to])),
          whole(levels.before[from]),
        ])}
      />
    </Part>
  );
}
