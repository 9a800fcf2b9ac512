/** How scores and risk levels change. */

import type { ReplayReport } from "../../../../evaluation/replay/report.ts";
import { riskLevels } from "../../../../risk/score.ts";
import { Lines } from "../../../components/charts/lines.tsx";
import { percentages } from "../../../components/charts/number-format.ts";
import { scoreBuckets } from "../score-buckets.ts";
import { decimal, whole } from "./report-numbers.ts";
import { ReportTable } from "./report-table.tsx";
import { Section } from "./section.tsx";

const stabilityLabels: Readonly<Record<string, string>> = {
  stable: "stable, below 0.1",
  notice: "a moderate shift, 0.1 or more",
  warning: "a large shift, 0.25 or more",
};

export function ScoreChanges({ report: { score, levels, decisions } }: { report: ReplayReport }) {
  const { index, level } = score.populationStability;
  const shares = (counts: readonly number[]) =>
    scoreBuckets.map((_, i) => {
      const count = counts.slice(10 * i, 10 * i + 10).reduce((sum, one) => sum + one, 0);
      return decisions.compared === 0 ? null : count / decisions.compared;
    });
  return (
    <Section
      title="Score changes"
      description={`${whole(score.move.unchanged)} of ${whole(decisions.compared)} scores are unchanged.`}
    >
      <Lines
        heading="h3"
        title="Scores before and after"
        summary={`The mean changes from ${decimal(score.before.mean, 1)} to ${decimal(score.after.mean, 1)}. Population stability index (PSI): ${decimal(index, 3)}${stabilityLabels[level] ? ` (${stabilityLabels[level]})` : ""}.`}
        columns={scoreBuckets}
        numbers={percentages}
        series={[
          { name: "before", tone: "muted", values: shares(score.before.counts) },
          { name: "after", tone: "accent", values: shares(score.after.counts) },
        ]}
      />
      <ReportTable
        label="Risk levels before and after"
        head={["Level before", ...riskLevels.map((to) => `${to} after`), "Total"]}
        rows={riskLevels.map((from) => [
          from,
          ...riskLevels.map((to) => whole(levels.moved[from][to])),
          whole(levels.before[from]),
        ])}
      />
    </Section>
  );
}
