/** The three risk settings compared with the current one, and the bookings on which they differ. */
import type { ReactNode } from "react";
import type { Interval } from "../../../evaluation/money/gain.ts";
import type { ScoreEvidence } from "../../../evaluation/money/score-evidence.ts";
import type { Advice, ComparedBand } from "../../../evaluation/money/settings-advice.ts";
import { type RiskSetting, riskSettings, settingNames } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { Card } from "../../components/card.tsx";
import { integers, type NumberStyle, percentages } from "../../components/charts/number-format.ts";
import { formatDifference } from "./format-money.ts";

interface Props {
  advice: Advice;
  evidence: ScoreEvidence;
  current: RiskSetting;
  numbers: NumberStyle;
}

export function intervalText({ low, high }: Interval, numbers: NumberStyle): string {
  return `${formatDifference(low, numbers)} to ${formatDifference(high, numbers)}`;
}

export function SettingsTable({ advice, evidence, current, numbers }: Props) {
  const denied = (setting: RiskSetting) =>
    evidence.decisions.slice(denyFrom[setting]).reduce((sum, count) => sum + count, 0);
  return (
    <Card
      title="Results by risk setting"
      beside={
        <p>What each would have earned in this period, compared with the setting that you have.</p>
      }
    >
      <table className="table money-table settings-results">
        <thead>
          <tr>
            <th>Setting</th>
            <th className="number">Denied</th>
            <th className="number">Compared with yours</th>
            <th className="number">95% interval</th>
          </tr>
        </thead>
        <tbody>
          {riskSettings.map((setting) => (
            <tr key={setting} data-row={setting}>
              <td className="name">
                <span className="row">
                  {settingNames[setting]}{" "}
                  <SettingBadge advice={advice} setting={setting} current={current} />
                </span>
                <div className="small muted">denies at {denyFrom[setting]}+</div>
              </td>
              <Cell label="Denied">{integers.format(denied(setting))}</Cell>
              <Cell label="Compared with yours">
                {setting === current
                  ? "–"
                  : formatDifference(advice.differences[setting].estimate, numbers)}
              </Cell>
              <Cell label="95% interval">
                {setting === current ? "–" : intervalText(advice.differences[setting], numbers)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function SettingBadge({
  advice,
  setting,
  current,
}: Omit<Props, "evidence" | "numbers"> & {
  setting: RiskSetting;
}) {
  return (
    <>
      {setting === current && <span className="badge accent">current</span>}
      {advice.kind !== "open" && setting === advice.setting && (
        <span className="badge ok">advised</span>
      )}
    </>
  );
}

export function BandsTable({ advice, numbers }: Pick<Props, "advice" | "numbers">) {
  return (
    <Card
      title="Bookings on which the settings differ"
      beside={<p>{breakEvenText(advice.breakEven)}</p>}
    >
      <table className="table money-table bands">
        <thead>
          <tr>
            <th>Score</th>
            <th className="number">Bookings</th>
            <th className="number">With an outcome</th>
            <th className="number">Reported fraud</th>
            <th className="number">Fraud, by stake</th>
            <th className="number">Denying pays off</th>
          </tr>
        </thead>
        <tbody>
          {advice.bands.map((band) => (
            <BandRow key={band.stricter} band={band} numbers={numbers} />
          ))}
        </tbody>
      </table>
      <p className="table-note">
        The share of fraud is of what is at stake, which is the cost of either mistake: fraud in a
        dear booking counts for more. Where no amounts are sent, it is the share of bookings. Recent
        bookings are weighted by the probability that fraud would have been reported by now. Denied
        bookings have no outcome: their rate is extrapolated from the scores below, with an interval
        as if their scores could be 10 points higher or lower, and 20 for those a setting further
        away.
      </p>
    </Card>
  );
}

function BandRow({ band, numbers }: { band: ComparedBand; numbers: NumberStyle }) {
  const { scores, rate, gain, breakEven } = band;
  const share = (value: number) => percentages.format(value);
  return (
    <tr data-row={band.stricter}>
      <td className="name">
        {scores[0]} to {scores[1]}
        <div className="small muted">denied by {settingNames[band.stricter]}</div>
      </td>
      <Cell label="Bookings">{integers.format(rate?.decisions ?? 0)}</Cell>
      <Cell label="With an outcome">{integers.format(rate?.evidence.exposure ?? 0)}</Cell>
      <Cell label="Reported fraud">{integers.format(rate?.evidence.frauds ?? 0)}</Cell>
      <Cell label="Fraud, by stake">
        {rate ? share(rate.rate) : "–"}
        {rate && (
          <div className="small muted">
            {share(rate.low)} to {share(rate.high)}
            {rate.basis === "extrapolated" && ", extrapolated"}
            {rate.basis === "controlled" && ", from the control group"}
          </div>
        )}
      </Cell>
      <Cell label="Denying pays off">
        {gainText(gain)}
        {breakEven !== null && (
          <div className="small muted">break-even rate {share(breakEven)}</div>
        )}
        <div className="small muted">{intervalText(gain, numbers)}</div>
      </Cell>
    </tr>
  );
}

function gainText({ low, high }: Interval): string {
  if (low > 0) return "yes";
  return high < 0 ? "no" : "not known";
}

function breakEvenText(breakEven: number | null): string {
  if (breakEven === null) return "With these assumptions, one type of error costs nothing.";
  return `With these assumptions, denying bookings pays where at least ${percentages.format(breakEven)} of the amount at stake is fraud.`;
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="number" data-label={label}>
      <span>{children}</span>
    </td>
  );
}
