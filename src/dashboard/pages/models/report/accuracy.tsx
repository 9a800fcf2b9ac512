/** Whether the scores match the known outcomes. */
import { knownMin } from "../../../../evaluation/replay/calibration.ts";
import type { ReplayReport } from "../../../../evaluation/replay/report.ts";
import { Lines } from "../../../components/charts/lines.tsx";
import { percentages } from "../../../components/charts/number-format.ts";
import { decimal, percent, whole } from "./report-numbers.ts";
import { ReportTable } from "./report-table.tsx";
import { Section } from "./section.tsx";

interface Props {
  report: ReplayReport;
}

export function Accuracy({ report }: Props) {
  const { calibration, outcomes } = report;
  if (calibration.after.error === null || outcomes.fraud === 0) {
    return (
      <Section
        title="Score accuracy"
        description="No fraud is known in this period. Report outcomes, then replay again."
      >
        <p className="muted">
          Report outcomes on the decision pages or with{" "}
          <code>{"POST /v1/decisions/{decisionId}/outcome"}</code>.
        </p>
      </Section>
    );
  }
  return (
    <Section
      title="Score accuracy"
      description="At each score, the share of fraud should match the probability that the score stands for."
    >
      <Ranking report={report} />
      <Calibration report={report} />
    </Section>
  );
}

function Ranking({ report: { ranking, calibration, outcomes } }: Props) {
  const known = outcomes.fraud + outcomes.legitimate + outcomes.quiet;
  return (
    <div className="stack tight">
      <ReportTable
        label="Ranking and calibration"
        head={["Metric", "Before", "After"]}
        rows={[
          ["ROC AUC", decimal(ranking.before.auc, 4), decimal(ranking.after.auc, 4)],
          [
            "Average precision",
            decimal(ranking.before.averagePrecision, 4),
            decimal(ranking.after.averagePrecision, 4),
          ],
          [
            "Calibration error",
            percent(calibration.before.error),
            percent(calibration.after.error),
          ],
        ]}
      />
      <p className="muted small">
        A perfect model has a ROC AUC and an average precision of 1. Random scores have a ROC AUC of
        0.5 and an average precision of {percent(outcomes.fraud / known)}, the share of fraud.
      </p>
    </div>
  );
}

function Calibration({ report: { calibration } }: Props) {
  const { before, after } = calibration;
  const enough = after.bands.map((band) => (band.known >= knownMin ? band : null));
  return (
    <>
      <Lines
        heading="h3"
        title="Predicted and actual fraud"
        summary={`Share of fraud by this model's score, as predicted and as it turned out, where at least ${knownMin} outcomes are known.`}
        columns={after.bands.map(({ from, to }) => ({
          at: from,
          label: `score ${from} to ${to}`,
          tick: `${from}`,
        }))}
        numbers={percentages}
        series={[
          { name: "predicted", tone: "accent", values: enough.map((one) => one?.told ?? null) },
          {
            name: "actual",
            tone: "danger",
            values: enough.map((one) => one?.found ?? null),
          },
        ]}
      />
      <ReportTable
        label="Calibration by score"
        head={[
          "Score",
          "Before: bookings",
          "Before: predicted",
          "Before: actual",
          "After: bookings",
          "After: predicted",
          "After: actual",
        ]}
        rows={after.bands.map(({ from, to, known, told, found }, i) => {
          const earlier = before.bands[i]!;
          return [
            `${from}–${to}`,
            whole(earlier.known),
            percent(earlier.told),
            percent(earlier.found),
            whole(known),
            percent(told),
            percent(found),
          ];
        })}
      />
    </>
  );
}
