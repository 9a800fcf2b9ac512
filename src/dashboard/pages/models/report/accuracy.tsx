/** Whether what the model says comes true, where it is known. */
import { decimal, percent, whole } from "../../../../replay/page/markup.ts";
import type { ReplayReport } from "../../../../replay/report.ts";
import { Lines } from "../../../components/charts/lines.tsx";
import { percentages } from "../../../components/charts/number-format.ts";
import { FiguresTable } from "./report-table.tsx";
import { Part } from "./section.tsx";

export function Truth({ of: report }: { of: ReplayReport }) {
  const { calibration, outcomes } = report;
  if (calibration.after.error === null || outcomes.fraud === 0) {
    return (
      <Part
        title="Whether scores come true"
        says="No outcome is known in this period, or no fraud. Report outcomes, and replay again."
      >
        <p className="muted">
          Set outcomes on the pages of decisions, or send them with POST /v1/outcomes.
        </p>
      </Part>
    );
  }
  return (
    <Part
      title="Whether scores come true"
      says="Of bookings with one score, the part that turns out to be fraud should be what the score says."
    >
      <Ranking of={report} />
      <Calibration of={report} />
    </Part>
  );
}

function Ranking({ of: { ranking, calibration, outcomes } }: { of: ReplayReport }) {
  const known = outcomes.fraud + outcomes.legitimate + outcomes.quiet;
  return (
    <div className="stack tight">
      <FiguresTable
        label="How well fraud is put above the rest"
        head={["How well fraud is put above the rest", "before", "after"]}
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
        1 is perfect for the first two. By chance the area would be 0.5 and average precision{" "}
        {percent(outcomes.fraud / known)}, the part that is fraud.
      </p>
    </div>
  );
}

function Calibration({ of: { calibration } }: { of: ReplayReport }) {
  const { before, after } = calibration;
  return (
    <>
      <Lines
        heading="h3"
        title="Fraud told and found"
        summary="The part of bookings that were fraud, by this model's score: as it tells, and as it turned out."
        columns={after.bands.map(({ from, to }) => ({
          at: from,
          label: `score ${from} to ${to}`,
          tick: `${from}`,
        }))}
        numbers={percentages}
        series={[
          { name: "as it tells", tone: "accent", values: after.bands.map(({ told }) => told) },
          {
            name: "as it turned out",
            tone: "danger",
            values: after.bands.map(({ found }) => found),
          },
        ]}
      />
      <FiguresTable
        label="Calibration by score"
        head={["Score", "before: known", "told", "found", "after: known", "told ", "found "]}
        rows={after.bands.map(({ from, to, known, told, found }, i) => {
          const then = before.bands[i]!;
          return [
            `${from}–${to}`,
            ...[whole(then.known), percent(then.told), percent(then.found)],
            ...[whole(known), percent(told), percent(found)],
          ];
        })}
      />
    </>
  );
}
