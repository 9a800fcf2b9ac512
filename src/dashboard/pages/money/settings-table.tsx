/** Each risk setting, the best cut-off and denying nobody, side by side. */
import type { ReactNode } from "react";
import { type RiskSetting, riskSettings } from "../../../projects/risk-setting.ts";
import type { CutOff } from "../../../replay/cut-offs.ts";
import type { NumberStyle } from "../../components/charts/number-format.ts";
import { integers } from "../../components/charts/number-format.ts";
import { settingNames } from "../settings/risk-setting.tsx";
import { deniedAt, type Weighed } from "./evaluate-cutoffs.ts";

interface Row {
  key: string;
  name: string;
  badge?: ReactNode;
  at: CutOff;
}

function rowsOf({ settings, all, best, open }: Weighed, current: RiskSetting): Row[] {
  const rows: Row[] = riskSettings.map((setting) => ({
    ...{ key: setting, name: settingNames[setting], at: settings[setting] },
    badge: setting === current ? <span className="badge accent">yours</span> : undefined,
  }));
  if (best) {
    const badge = <span className="badge ok">best</span>;
    rows.push({ key: "best", name: "Best cut-off", badge, at: all[best.denyFrom]! });
  }
  return [...rows, { key: "open", name: "Deny nobody", at: open }];
}

export function SettingsTable({
  weighed,
  current,
  numbers: { format },
}: {
  weighed: Weighed;
  current: RiskSetting;
  numbers: NumberStyle;
}) {
  return (
    <section className="card" aria-label="What each setting earns and loses">
      <header>
        <h2>What each setting earns and loses</h2>
        <p>
          On {integers.format(weighed.fraud + weighed.other)} decisions with a known outcome:{" "}
          {integers.format(weighed.fraud)} fraud, {integers.format(weighed.other)} good.
        </p>
      </header>
      <table className="table money-table">
        <thead>
          <tr>
            <th>Setting</th>
            <th className="number">Denied</th>
            <th className="number">Good guests refused</th>
            <th className="number">Fraud missed</th>
            <th className="number">Earned</th>
            <th className="number">Lost</th>
            <th className="number">Net</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(weighed, current).map(({ key, name, badge, at }) => (
            <tr key={key} data-row={key}>
              <td className="name">
                <span className="row">
                  {name} {badge}
                </span>
                {at.denyFrom < 100 && <div className="small muted">denies from {at.denyFrom}</div>}
              </td>
              <Cell label="Denied">{integers.format(deniedAt(at, weighed.fraud))}</Cell>
              <Cell label="Refused">{integers.format(at.refused.count)}</Cell>
              <Cell label="Missed">{integers.format(at.missed.count)}</Cell>
              <Cell label="Earned">{format(at.earned)}</Cell>
              <Cell label="Lost">{format(at.lost)}</Cell>
              <Cell label="Net">
                <b>{format(at.net)}</b>
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="table-note">
        Earned: the margin on good guests who are let through. Lost: what missed fraud costs, and
        the later bookings of good guests who were refused. Net: earned less lost. Nothing that the
        service costs is in it.
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
