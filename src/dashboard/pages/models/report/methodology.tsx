/** What a report stands on: what was computed again, what is known, what was assumed. */
import { percent, whole } from "../../../../replay/page/markup.ts";
import type { ReplayReport } from "../../../../replay/report.ts";
import { Part } from "./section.tsx";

export function Grounds({ of: report }: { of: ReplayReport }) {
  const { decisions, recomputed, outcomes, matureDays, money } = report;
  const { fraud, legitimate, quiet, unknown } = outcomes;
  const decidedBy = Object.entries(decisions.decidedBy)
    .map(([model, count]) => `${whole(count)} by ${model}`)
    .join(", ");
  const left = decisions.unscored + decisions.unreadable;
  return (
    <Part
      title="What this stands on"
      says="Guests who were refused may have booked elsewhere, come back, or been fraud after all: money is an estimate."
    >
      <div className="prose">
        <p>
          Features were computed again from what was stored with each decision, as of its own time.{" "}
          {recomputed.differing === 0
            ? "All are, bit for bit, those that were served."
            : `In ${whole(recomputed.differing)} decisions one is not what was served.`}
        </p>
        <p>
          Decided {decidedBy || "by nobody"}; {whole(decisions.bySource.import ?? 0)} are imported
          history. {left > 0 && `${whole(left)} decisions are in no comparison. `}
          Known: {whole(fraud)} reported as fraud, {whole(legitimate)} as legitimate, {whole(quiet)}{" "}
          of which nothing bad was heard in time. Of {whole(unknown)} it is not known.
        </p>
        <p>
          {matureDays === null
            ? "Only reported outcomes count."
            : `A booking older than ${matureDays} days of which nothing was reported counts as legitimate, unless the service itself advised to deny it.`}
        </p>
        <p>
          A good guest who is refused costs the margin, {percent(money.margin)} of the booking's
          value. Fraud that is let through costs {percent(money.fraudLoss)} of the value and{" "}
          {whole(money.chargebackCost)} {money.currency} of fees.{" "}
          {money.valuesFile
            ? `Values come from ${money.valuesFile} (${whole(money.valuesRead)} read), else ${whole(money.value)} ${money.currency}.`
            : `Every booking is taken to be worth ${whole(money.value)} ${money.currency}.`}
        </p>
      </div>
    </Part>
  );
}
