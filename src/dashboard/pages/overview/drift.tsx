/** How far bookings have drifted from the model's training data. */
import { useState } from "react";
import type { Drift as DriftAnswer } from "../../../dashboard-api/overview/drift.ts";
import type { RangeQuery } from "../../../dashboard-api/overview/range.ts";
import { type ShiftLevel, shiftFrom } from "../../../drift/population-stability.ts";
import { Button } from "../../components/button.tsx";
import { ChartSkeleton } from "../../components/charts/chart.tsx";
import { Lines } from "../../components/charts/lines.tsx";
import {
  decimals,
  formatOrDash,
  integers,
  percentages,
} from "../../components/charts/number-format.ts";
import { timeColumns } from "../../components/charts/time-columns.ts";
import { ErrorNotice } from "../../components/page.tsx";
import { ScrollTable } from "./scroll-table.tsx";
import { useDrift } from "./use-overview.ts";

/** Days with fewer decisions vary too much by chance. */
const decisionsPerDayMin = 100;

export function Drift({ range }: { range: RangeQuery }) {
  const drift = useDrift(range);
  return (
    <section className="card" aria-labelledby="drift">
      <header>
        <div>
          <h2 id="drift">Drift</h2>
          <p>Whether bookings still resemble those that the model was trained on.</p>
        </div>
        {drift.data?.score && <LevelBadge level={drift.data.score.level} />}
      </header>
      <div className="body stack">
        {drift.error && <ErrorNotice error={drift.error} retry={() => void drift.refetch()} />}
        {drift.isPending && <ChartSkeleton height={240} />}
        {drift.data && <DriftDetails drift={drift.data} />}
      </div>
    </section>
  );
}

const levelBadges: Readonly<Record<ShiftLevel, { tone: string; text: string }>> = {
  stable: { tone: "ok", text: "Stable" },
  notice: { tone: "warn", text: "Moderate shift" },
  warning: { tone: "danger", text: "Large shift" },
};

function LevelBadge({ level }: { level: ShiftLevel }) {
  const { tone, text } = levelBadges[level];
  return <span className={`badge ${tone}`}>{text}</span>;
}

function DriftDetails({ drift }: { drift: DriftAnswer }) {
  const { decisions, isSample, reference, score, telemetry } = drift;
  if (!reference || !score || !telemetry || decisions === 0) {
    return <p className="muted">Nothing to compare in this period.</p>;
  }
  const coverage = isSample ? "a sample of this period" : "all in this period";
  return (
    <>
      <p>
        {integers.format(decisions)} decisions ({coverage}), compared with {reference.of} (
        {integers.format(reference.rows)} attempts). Population stability index (PSI) of the scores:{" "}
        <b>{formatOrDash(score.stability, decimals)}</b>. With telemetry:{" "}
        {formatOrDash(telemetry.now, percentages)}, expected{" "}
        {formatOrDash(telemetry.expected, percentages)}.
      </p>
      <DailyStability days={drift.days} />
      <ShiftedFeatures drift={drift} />
    </>
  );
}

function DailyStability({ days }: Pick<DriftAnswer, "days">) {
  if (days.filter(({ decisions }) => decisions >= decisionsPerDayMin).length < 2) return null;
  const starts = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`));
  const columns = timeColumns(starts, "day").map((column, i) => ({ ...column, at: starts[i]! }));
  return (
    <Lines
      heading="h3"
      title="Score stability by day"
      summary={`PSI of the scores on days with at least ${decisionsPerDayMin} decisions.`}
      height={180}
      columns={columns}
      series={[
        {
          name: "PSI",
          tone: "accent",
          values: days.map((day) => (day.decisions >= decisionsPerDayMin ? day.stability : null)),
        },
      ]}
      levels={[
        { value: shiftFrom.notice, label: "moderate shift", tone: "warn" },
        { value: shiftFrom.warning, label: "large shift", tone: "danger" },
      ]}
    />
  );
}

/** Features that are shown until "Show all" is clicked. */
const initialFeatures = 10;

function ShiftedFeatures({ drift: { features, stable } }: { drift: DriftAnswer }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? features : features.slice(0, initialFeatures);
  return (
    <div className="stack tight">
      <ScrollTable label="Features that have shifted">
        <thead>
          <tr>
            <th scope="col">Feature</th>
            <th scope="col">PSI</th>
            <th scope="col">Missing (expected)</th>
            <th scope="col">Missing (now)</th>
            <th scope="col">Shift</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, stability, level, missing, missingExpected }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{formatOrDash(stability, decimals)}</td>
              <td>{percentages.format(missingExpected)}</td>
              <td>{formatOrDash(missing, percentages)}</td>
              <td>
                <LevelBadge level={level} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {features.length > shown.length && (
        <p>
          <Button variant="plain" onClick={() => setShowsAll(true)}>
            Show all {features.length}
          </Button>
        </p>
      )}
      <p className="small muted">
        A PSI of {shiftFrom.notice} or more is a moderate shift, {shiftFrom.warning} or more a large
        one, if it is unlikely to be chance. {stable} more features are stable.
      </p>
    </div>
  );
}
