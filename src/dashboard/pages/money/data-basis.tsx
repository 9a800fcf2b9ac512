/** Which decisions the figures are based on, and how their outcomes become known. */
import type { Known } from "../../../decisions/known-by-score.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { integers } from "../../components/charts/number-format.ts";

export function DataBasis({
  known: { outcomes, denied },
  matureDays,
  current,
}: {
  known: Known;
  /** After how many days a booking without a report counts as good; null for never. */
  matureDays: number | null;
  current: RiskSetting;
}) {
  const rows = [
    ["Reported as fraud or chargeback", outcomes.fraud],
    ["Reported as legitimate", outcomes.legitimate],
    [
      matureDays === null
        ? "No report, counted as good"
        : `No report for ${matureDays} days, counted as good`,
      outcomes.quiet,
    ],
    ["Outcome unknown, not counted", outcomes.unknown],
  ] as const;
  return (
    <section className="card" aria-label="Data behind these figures">
      <header>
        <h2>Data behind these figures</h2>
        <p>Only decisions with a known outcome are counted.</p>
      </header>
      <div className="body data-basis">
        <dl>
          {rows.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{integers.format(count)}</dd>
            </div>
          ))}
        </dl>
        <div className="stack">
          <p>
            <b>How outcomes become known.</b> You report bookings as fraud, chargeback or
            legitimate, and the latest report counts.{" "}
            {matureDays === null
              ? "Bookings without a report are never counted as good."
              : `Good stays are rarely reported, so a booking without a report counts as good after ${matureDays} days.`}{" "}
            Until then its outcome is unknown.
          </p>
          <p>
            <b>Denied bookings have no chargebacks.</b> A denied guest does not book, so usually no
            outcome is reported. Of the {integers.format(denied.decisions)} bookings denied in this
            period, {integers.format(denied.known)} have a known outcome. The others are not
            counted, neither as prevented fraud nor as lost guests. At scores of {denyFrom[current]}{" "}
            or higher, which you deny now, the curve is therefore based on few bookings and can be
            off in either direction. To improve it, report denied guests who turn out to be
            legitimate, and fraud that you are sure of.
          </p>
        </div>
      </div>
    </section>
  );
}
