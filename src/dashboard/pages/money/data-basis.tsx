/** What the figures rest on, how an outcome becomes known, and what that does to them. */
import type { Known } from "../../../decisions/known-by-score.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { integers } from "../../components/charts/number-format.ts";

export function WhatIsKnown({
  known: { outcomes, denied },
  matureDays,
  current,
}: {
  known: Known;
  matureDays: number | null;
  current: RiskSetting;
}) {
  const rows = [
    ["Reported as fraud or chargeback", outcomes.fraud],
    ["Reported as legitimate", outcomes.legitimate],
    [
      matureDays === null
        ? "Taken as good without a report"
        : `Taken as good: nothing was reported for ${matureDays} days`,
      outcomes.quiet,
    ],
    ["Not known, and in none of the figures", outcomes.unknown],
  ] as const;
  return (
    <section className="card" aria-label="What this rests on">
      <header>
        <h2>What this rests on</h2>
        <p>Only decisions with a known outcome are counted.</p>
      </header>
      <div className="body known">
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
            <b>How an outcome becomes known.</b> You report it, as fraud, chargeback or legitimate,
            and the newest report counts.{" "}
            {matureDays === null
              ? "Silence never counts as good here."
              : `Few report that a stay went well, so a booking that nobody complained of for ${matureDays} days is taken as good.`}{" "}
            A younger one is not known yet.
          </p>
          <p>
            <b>Denied bookings have no chargebacks.</b> Whoever was denied did not book, so nobody
            complains. Of {integers.format(denied.decisions)} denied in this time{" "}
            {integers.format(denied.known)} have a known outcome; the rest are in none of these
            figures, neither the fraud that was stopped nor the good guests who were turned away. So
            from the score on that you deny from now, {denyFrom[current]}, the line rests on few
            bookings and may be off in either direction. Reporting denied guests who turn out to be
            legitimate, and fraud you are sure of, mends that.
          </p>
        </div>
      </div>
    </section>
  );
}
