/** How the report was calculated: recomputed features, known outcomes and assumptions. */

import type { ReplayReport } from "../../../../evaluation/replay/report.ts";
import { percent, whole } from "./report-numbers.ts";
import { Section } from "./section.tsx";

export function Methodology({ report }: { report: ReplayReport }) {
  const { decisions, recomputed, outcomes, matureDays, money } = report;
  const { fraud, legitimate, quiet, unknown } = outcomes;
  const decidedBy = Object.entries(decisions.decidedBy)
    .map(([model, count]) => `${whole(count)} by ${model}`)
    .join(", ");
  const excluded = decisions.unscored + decisions.unreadable;
  return (
    <Section
      title="Methodology"
      description="Denied guests may have booked elsewhere, come back, or been fraudulent after all. Amounts are therefore estimates."
    >
      <div className="prose">
        <p>
          Features were recomputed from the data that is stored with each decision, as of its time.{" "}
          {recomputed.differing === 0
            ? "All are identical to the original ones, bit for bit."
            : `In ${whole(recomputed.differing)} decisions at least one differs from the original.`}
        </p>
        <p>
          Decisions: {decidedBy || "none"}, of which {whole(decisions.bySource.import ?? 0)} are
          imported. {excluded > 0 && `${whole(excluded)} decisions could not be compared. `}
          Known outcomes: {whole(fraud)} reported as fraud, {whole(legitimate)} reported as
          legitimate, {whole(quiet)} without a report in time. Unknown: {whole(unknown)}.
        </p>
        <p>
          {matureDays === null
            ? "Only reported outcomes count."
            : `A booking without a report counts as legitimate after ${matureDays} days, unless the service itself advised to deny it.`}
        </p>
        {money ? (
          <p>
            Denying a good guest costs the margin, {percent(money.margin)} of the booking value.
            Missed fraud costs {percent(money.fraudLoss)} of the value and{" "}
            {whole(money.chargebackCost)} {money.currency} in fees. A booking is worth its amount
            {money.valuesFile &&
              `, or its value in ${money.valuesFile} (${whole(money.valuesRead)} read)`}
            , and {whole(money.value)} {money.currency} where that is not known
            {money.fraudValue > 0 &&
              money.fraudValue !== money.value &&
              ` (${whole(money.fraudValue)} ${money.currency} if it is fraud)`}
            .{" "}
            {report.projects.some(({ silence }) => silence === "estimated") &&
              "In these amounts, a booking without a report is weighted by the probability that fraud would have been reported by now, and bookings that the control group let through stand for all that were drawn."}
          </p>
        ) : (
          <p>No amounts are given, as no prices were entered.</p>
        )}
      </div>
    </Section>
  );
}
