/** The parts of the drift page. */
import { useState } from "react";
import { shiftFrom, shiftLevelNames } from "../../../evaluation/drift/population-stability.ts";
import type { Drift } from "../../../http/dashboard-api/overview/drift.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Lines } from "../../components/charts/lines.tsx";
import {
  decimals,
  formatOrDash,
  integers,
  percentages,
} from "../../components/charts/number-format.ts";
import { timeColumns } from "../../components/charts/time-columns.ts";
import { ScrollTable } from "../overview/scroll-table.tsx";
import { driftStatus } from "./status.ts";

export function DriftOfDecisions({ drift }: { drift: Drift }) {
  const { tone, badge, text } = driftStatus(drift);
  const { decisions, live, isSample, past, basis, score, telemetry } = drift;
  return (
    <Card title="Decisions" lead={text} beside={<span className={`badge ${tone}`}>{badge}</span>}>
      {decisions > 0 && (
        <div className="body stack">
          <p className="muted">
            {integers.format(decisions)} decisions (
            {isSample ? "a sample of this period" : "all in this period"}), {integers.format(live)}{" "}
            of them live
            {basis &&
              `, compared with ${integers.format(past.decisions)} of ${past.periods} periods of the same length before it`}
            .
            {basis === "live" && (
              <>
                {" "}
                Population stability index (PSI) of the scores:{" "}
                <b>{formatOrDash(score.stability, decimals)}</b>. With telemetry:{" "}
                {formatOrDash(telemetry.now, percentages)}, before{" "}
                {formatOrDash(telemetry.before, percentages)}.
              </>
            )}
          </p>
          <DailyStability days={drift.days} />
        </div>
      )}
    </Card>
  );
}

function DailyStability({ days }: Pick<Drift, "days">) {
  if (days.filter(({ stability }) => stability !== null).length < 2) return null;
  const starts = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`));
  const columns = timeColumns(starts, "day").map((column, i) => ({ ...column, at: starts[i]! }));
  return (
    <Lines
      heading="h3"
      title="Score stability by day"
      summary="PSI of the scores on days with enough live decisions."
      height={180}
      columns={columns}
      series={[{ name: "PSI", tone: "accent", values: days.map((day) => day.stability) }]}
      levels={[
        { value: shiftFrom.notice, label: "moderate shift", tone: "warn" },
        { value: shiftFrom.warning, label: "large shift", tone: "danger" },
      ]}
    />
  );
}

/** Features that are shown until "Show all" is clicked. */
const initialFeatures = 10;

/** Nothing where too few decisions were made to compare. */
export function DriftDetails({ drift }: { drift: Drift }) {
  const [showsAll, setShowsAll] = useState(false);
  const { features, stable, basis } = drift;
  if (basis === null) return null;
  const shown = showsAll ? features : features.slice(0, initialFeatures);
  return (
    <Card
      title="Features that have moved"
      lead={
        <>
          Alerts first, then the largest effect on scores. {stable} others have not moved more than
          in earlier periods.
        </>
      }
    >
      <div className="body stack tight">
        {features.length > 0 && <FeatureTable features={shown} />}
        {features.length > shown.length && (
          <p>
            <Button variant="plain" onClick={() => setShowsAll(true)}>
              Show all {features.length}
            </Button>
          </p>
        )}
        <p className="small muted">
          Weight: average change of the score when this feature is shuffled among bookings. Moved:
          the share of bookings in other ranges than before. Effect: both multiplied, the most
          points by which the shift can change scores. A PSI of {shiftFrom.notice} or more is a
          moderate shift, {shiftFrom.warning} or more a large one, if it is unlikely to be chance
          and more than 1.5 times the usual one, the largest of an earlier period. A large shift is
          an alert if its effect is a point or more, and the feature does not count earlier attempts
          or outcomes: those move with every attack and report. A booking counts less the more
          others came from the same guest, device or address on its day.
        </p>
      </div>
    </Card>
  );
}

function FeatureTable({ features }: Pick<Drift, "features">) {
  return (
    <ScrollTable
      label="Features that have moved"
      columns={["Feature", "Effect", "Weight", "Moved", "Missing", "PSI", "Usual"]}
    >
      {features.map((one) => (
        <tr key={one.name}>
          <th scope="row">
            <code>{one.name}</code>
          </th>
          <td>{pointsOf(one.effect)}</td>
          <td>{pointsOf(one.weight)}</td>
          <td>{formatOrDash(one.moved, percentages)}</td>
          <td>
            {percentages.format(one.missingExpected)} → {formatOrDash(one.missing, percentages)}
          </td>
          <td>
            {formatOrDash(one.stability, decimals)}{" "}
            {one.alert ? (
              <span className="badge danger">alert</span>
            ) : (
              <span className="muted">{shiftLevelNames[one.level]}</span>
            )}
          </td>
          <td>{formatOrDash(one.usual, decimals)}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}

const pointsOf = (value: number | null) => (value === null ? "–" : value.toFixed(1));
