/** The net gain of each cutoff, compared with never denying. */
import { useState } from "react";
import { type RiskSetting, riskSettings } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { Button } from "../../components/button.tsx";
import { type LineSeries, Lines } from "../../components/charts/lines.tsx";
import type { NumberStyle } from "../../components/charts/number-format.ts";
import { useWidth } from "../../components/charts/use-width.ts";
import type { Evaluation } from "./evaluate-cutoffs.ts";

/** Lower cutoffs would deny most guests and are hidden at first. */
const usualCutoffMin = 50;
/** The space between two settings that their names need above the chart. */
const labelWidthPx = 84;
/** The width of the chart's axis and margins. */
const axisWidthPx = 90;

const shortNames: Readonly<Record<RiskSetting, string>> = {
  maximizeProtection: "protection",
  balanced: "balanced",
  maximizeRevenue: "revenue",
};

export function NetChart({
  evaluation,
  current,
  numbers,
}: {
  evaluation: Evaluation;
  current: RiskSetting;
  numbers: NumberStyle;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const [container, width] = useWidth<HTMLDivElement>();
  const { all, neverDeny, best } = evaluation;
  const low = best?.interval.low ?? usualCutoffMin;
  const from = showsAll ? 0 : Math.min(usualCutoffMin, Math.max(0, Math.floor(low / 10) * 10 - 10));
  const shown = all.slice(from);
  const hasSpace = ((width - axisWidthPx) * 10) / (100 - from) >= labelWidthPx;
  const gains = shown.map(({ net }) => net - neverDeny.net);
  return (
    <div className="card money-chart">
      <div className="body" ref={container}>
        <Lines
          title="Net gain by cutoff"
          summary={`The result of denying at each score and above, compared with never denying. The marks are the risk settings; yours denies at ${denyFrom[current]} or higher.`}
          columns={shown.map(({ denyFrom }) => ({
            at: denyFrom,
            label: denyFrom === 100 ? "never deny" : `deny at ${denyFrom}+`,
            tick: denyFrom % 10 === 0 ? String(denyFrom) : null,
          }))}
          series={buildSeries(evaluation, { from, gains })}
          marks={riskSettings.map((setting) => ({
            at: denyFrom[setting],
            label: hasSpace ? shortNames[setting] : String(denyFrom[setting]),
            tone: setting === current ? "accent" : "muted",
          }))}
          numbers={numbers}
          height={280}
          action={
            (from > 0 || showsAll) && (
              <Button
                variant="plain"
                aria-pressed={showsAll}
                onClick={() => setShowsAll(!showsAll)}
              >
                {showsAll ? "Show usual cutoffs" : "Show all cutoffs"}
              </Button>
            )
          }
        />
      </div>
    </div>
  );
}

/** The curve, the confidence interval as a band over the full height, and the best cutoff. */
function buildSeries(
  { best }: Evaluation,
  { from, gains }: { from: number; gains: readonly number[] },
): LineSeries[] {
  const curve: LineSeries = { name: "Net gain", tone: "accent", values: gains };
  if (!best) return [curve];
  const { low, high, part } = best.interval;
  const isInside = (i: number) => from + i >= low && from + i <= high;
  const inside = (value: number) => gains.map((_, i) => (isInside(i) ? value : null));
  const interval: LineSeries = {
    name: `Best cutoff, ${Math.round(part * 100)}% interval: ${low} to ${high}`,
    tone: "ok",
    values: gains.map((gain, i) => (isInside(i) ? gain : null)),
    band: { low: inside(Math.min(0, ...gains)), high: inside(Math.max(0, ...gains)) },
  };
  const point: LineSeries = {
    name: `Best: ${best.denyFrom}`,
    tone: "ok",
    values: gains.map((gain, i) => (from + i === best.denyFrom ? gain : null)),
  };
  return [curve, interval, point];
}
