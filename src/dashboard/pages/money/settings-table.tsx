/** The results of each risk setting, of the best cutoff, and of never denying. */
import type { ReactNode } from "react";
import { type RiskSetting, riskSettings } from "../../../projects/risk-setting.ts";
import type { CutOff } from "../../../replay/cut-offs.ts";
import type { NumberStyle } from "../../components/charts/number-format.ts";
import { integers } from "../../components/charts/number-format.ts";
import { settingNames } from "../settings/risk-setting.tsx";
import { deniedBy, type Evaluation } from "./evaluate-cutoffs.ts";

interface Row {
  key: string;
  name: string;
  badge?: ReactNode;
  cutoff: CutOff;
}

function buildRows(evaluation: Evaluation, current: RiskSetting): Row[] {
  const { settings, all, best, neverDeny } = evaluation;
  const rows: Row[] = riskSettings.map((setting) => ({
    key: setting,
    name: settingNames[setting],
    cutoff: settings[setting],
    badge: setting === current ? <span className="badge accent">current</span> : undefined,
  }));
  if (best) {
    const badge = <span className="badge ok">best</span>;
    rows.push({ key: "best", name: "Best cutoff", badge, cutoff: all[best.denyFrom]! });
  }
  return [...rows, { key: "never", name: "Never deny", cutoff: neverDeny }];
}

export function SettingsTable({
  evaluation,
  current,
  numbers: { format },
}: {
  evaluation: Evaluation;
  current: RiskSetting;
  numbers: NumberStyle;
}) {
  return (
    <section className="card" aria-label="Results by risk setting">
      <header>
        <h2>Results by risk setting</h2>
        <p>
          Based on {integers.format(evaluation.fraud + evaluation.good)} decisions with a known
          outcome: {integers.format(evaluation.fraud)} fraud, {integers.format(evaluation.good)}{" "}
          good.
        </p>
      </header>
      <table className="table money-table">
        <thead>
          <tr>
            <th>Setting</th>
            <th className="number">Denied</th>
            <th className="number">Good guests denied</th>
            <th className="number">Missed fraud</th>
            <th className="number">Earned</th>
            <th className="number">Lost</th>
            <th className="number">Net</th>
          </tr>
        </thead>
        <tbody>
          {buildRows(evaluation, current).map(({ key, name, badge, cutoff }) => (
            <tr key={key} data-row={key}>
              <td className="name">
                <span className="row">
                  {name} {badge}
                </span>
                {cutoff.denyFrom < 100 && (
                  <div className="small muted">denies at {cutoff.denyFrom}+</div>
                )}
              </td>
              <Cell label="Denied">{integers.format(deniedBy(cutoff, evaluation.fraud))}</Cell>
              <Cell label="Good guests denied">{integers.format(cutoff.refused.count)}</Cell>
              <Cell label="Missed fraud">{integers.format(cutoff.missed.count)}</Cell>
              <Cell label="Earned">{format(cutoff.earned)}</Cell>
              <Cell label="Lost">{format(cutoff.lost)}</Cell>
              <Cell label="Net">
                <b>{format(cutoff.net)}</b>
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="table-note">
        Earned: the margin on good guests who were accepted. Lost: the cost of missed fraud, and the
        future bookings of good guests who were denied. Net: earned minus lost. The cost of this
        service is not included.
      </p>
    </section>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="number" data-label={label}>
      {children}
    </td>
  );
}
