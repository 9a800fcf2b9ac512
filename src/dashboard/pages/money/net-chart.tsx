/** What each cut-off is worth: its net, less that of denying nobody. */
import { useState } from "react";
import { type RiskSetting, riskSettings } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { Button } from "../../components/button.tsx";
import { type LineSeries, Lines } from "../../components/charts/lines.tsx";
import type { NumberStyle } from "../../components/charts/number-format.ts";
import { useWidth } from "../../components/charts/use-width.ts";
import type { Weighed } from "./evaluate-cutoffs.ts";

/** Below these few cut-offs make sense: most guests would be denied. */
const usualFrom = 50;
/** Between two settings, so that their names fit above the drawing, px; and what is beside it. */
const nameRoomPx = 84;
const axisPx = 90;

const shortNames: Readonly<Record<RiskSetting, string>> = {
  maximizeProtection: "protection",
  balanced: "balanced",
  maximizeRevenue: "revenue",
};

export function NetChart({
  weighed,
  current,
  numbers,
}: {
  weighed: Weighed;
  current: RiskSetting;
  numbers: NumberStyle;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const [place, width] = useWidth<HTMLDivElement>();
  const { all, open, best } = weighed;
  const low = best?.interval.low ?? usualFrom;
  const from = showsAll ? 0 : Math.min(usualFrom, Math.max(0, Math.floor(low / 10) * 10 - 10));
  const shown = all.slice(from);
  const hasRoom = ((width - axisPx) * 10) / (100 - from) >= nameRoomPx;
  const worth = shown.map(({ net }) => net - open.net);
  return (
    <div className="card money-chart">
      <div className="body" ref={place}>
        <Lines
          title="What each cut-off is worth"
          summary={`What is left over when bookings are denied from each score on, compared with denying nobody. Marked are the risk settings; yours denies from ${denyFrom[current]}.`}
          columns={shown.map(({ denyFrom }) => ({
            at: denyFrom,
            label: denyFrom === 100 ? "deny nobody" : `deny from ${denyFrom}`,
            tick: denyFrom % 10 === 0 ? String(denyFrom) : null,
          }))}
          series={seriesOf(weighed, { from, worth })}
          marks={riskSettings.map((setting) => ({
            at: denyFrom[setting],
            label: hasRoom ? shortNames[setting] : String(denyFrom[setting]),
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
                {showsAll ? "Only the usual cut-offs" : "All cut-offs"}
              </Button>
            )
          }
        />
      </div>
    </div>
  );
}

/** The line, the interval as a band of the chart's height, and the best one as a point. */
function seriesOf(
  { best }: Weighed,
  { from, worth }: { from: number; worth: readonly number[] },
): LineSeries[] {
  const line: LineSeries = { name: "Worth", tone: "accent", values: worth };
  if (!best) return [line];
  const { low, high, part } = best.interval;
  const bottom = Math.min(0, ...worth);
  const top = Math.max(0, ...worth);
  const within = (value: number) =>
    worth.map((_, i) => (from + i >= low && from + i <= high ? value : null));
  const interval: LineSeries = {
    name: `Best cut-off, ${Math.round(part * 100)}% interval: ${low} to ${high}`,
    tone: "ok",
    values: worth.map((value, i) => (within(value)[i] === null ? null : value)),
    band: { low: within(bottom), high: within(top) },
  };
  const point: LineSeries = {
    name: `Best: ${best.denyFrom}`,
    tone: "ok",
    values: worth.map((value, i) => (from + i === best.denyFrom ? value : null)),
  };
  return [line, interval, point];
}
