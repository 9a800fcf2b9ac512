/** The gain of every cutoff, also of those that cannot be set. */
import { cutoffGains } from "../../../evaluation/money/cutoff-gains.ts";
import type { Prices } from "../../../evaluation/money/prices.ts";
import type { ScoreEvidence } from "../../../evaluation/money/score-evidence.ts";
import { type RiskSetting, riskSettings } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { Lines } from "../../components/charts/lines.tsx";
import type { NumberStyle } from "../../components/charts/number-format.ts";

/** Lower cutoffs would deny most guests. */
const usualCutoffMin = 40;

export function CutoffsChart({
  evidence,
  prices,
  current,
  numbers,
}: {
  evidence: ScoreEvidence;
  prices: Prices;
  current: RiskSetting;
  numbers: NumberStyle;
}) {
  const all = cutoffGains(evidence, prices);
  const never = all.at(-1)!;
  const shown = all.slice(usualCutoffMin);
  return (
    <details className="card money-chart">
      <summary>Other cutoffs (for reference)</summary>
      <div className="body">
        <Lines
          title="Estimated gain by cutoff"
          summary={`What denying at each score and above would have earned more than denying at ${never.denyFrom} and above. Only 65, 75 and 85 can be set. There is no curve above, where bookings are denied and have no outcome.`}
          columns={shown.map(({ denyFrom }) => ({
            at: denyFrom,
            label: `deny at ${denyFrom}+`,
            tick: denyFrom % 10 === 0 ? String(denyFrom) : null,
          }))}
          series={[{ name: "Gain", tone: "accent", values: shown.map(({ gain }) => gain) }]}
          marks={riskSettings
            .filter((setting) => denyFrom[setting] <= never.denyFrom)
            .map((setting) => ({
              at: denyFrom[setting],
              label: String(denyFrom[setting]),
              tone: setting === current ? "accent" : "muted",
            }))}
          numbers={numbers}
          height={240}
        />
      </div>
    </details>
  );
}
