/** How far bookings have moved from what the model knows. */
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
import { WideTable } from "./scroll-table.tsx";
import { useDrift } from "./use-overview.ts";

/** Days with fewer decisions move by chance alone. */
const dayLeast = 100;

export function Drift({ range }: { range: RangeQuery }) {
  const drift = useDrift(range);
  return (
    <section className="card" aria-labelledby="drift">
      <header>
        <div>
          <h2 id="drift">Drift</h2>
          <p>Whether guests still book as they did where the model learnt.</p>
        </div>
        {drift.data?.score && <LevelBadge level={drift.data.score.level} />}
      </header>
      <div className="body stack">
        {drift.error && <ErrorNotice error={drift.error} retry={() => void drift.refetch()} />}
        {drift.isPending && <ChartSkeleton height={240} />}
        {drift.data && <Found drift={drift.data} />}
      </div>
    </section>
  );
}

const levelNames: Readonly<Record<ShiftLevel, { look: string; text: string }>> = {
  stable: { look: "ok", text: "Stable" },
  notice: { look: "warn", text: "Worth a look" },
  warning: { look: "danger", text: "Large shift" },
};

function LevelBadge({ level }: { level: ShiftLevel }) {
  const { look, text } = levelNames[level];
  return <span className={`badge ${look}`}>{text}</span>;
}

function Found({ drift }: { drift: DriftAnswer }) {
  const { decisions, isSample, reference, score, telemetry } = drift;
  if (!reference || !score || !telemetry || decisions === 0) {
    return <p className="muted">There is nothing to compare in this time.</p>;
  }
  const which = isSample ? "a sample, even over the time" : "all of this time";
  return (
    <>
      <p>
        {integers.format(decisions)} decisions ({which}), compared with {reference.of} (
        {integers.format(reference.rows)} attempts). The scores’ stability index is{" "}
        <b>{formatOrDash(score.stability, decimals)}</b>; the browser was seen in{" "}
        {formatOrDash(telemetry.now, percentages)}, where{" "}
        {formatOrDash(telemetry.expected, percentages)} were expected.
      </p>
      <Days days={drift.days} />
      <Features drift={drift} />
    </>
  );
}

function Days({ days }: Pick<DriftAnswer, "days">) {
  if (days.filter(({ decisions }) => decisions >= dayLeast).length < 2) return null;
  const starts = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`));
  const columns = timeColumns(starts, "day").map((column, i) => ({ ...column, at: starts[i]! }));
  return (
    <Lines
      heading="h3"
      title="Scores, by day"
      summary={`The stability index of each day with at least ${dayLeast} decisions looked at.`}
      height={180}
      columns={columns}
      series={[
        {
          name: "Stability index",
          tone: "accent",
          values: days.map((day) => (day.decisions >= dayLeast ? day.stability : null)),
        },
      ]}
      levels={[
        { value: shiftFrom.notice, label: "worth a look", tone: "warn" },
        { value: shiftFrom.warning, label: "large shift", tone: "danger" },
      ]}
    />
  );
}

/** Features before more are asked for. */
const shownFirst = 10;

function Features({ drift: { features, stable } }: { drift: DriftAnswer }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? features : features.slice(0, shownFirst);
  return (
    <div className="stack tight">
      <WideTable label="Features that have moved">
        <thead>
          <tr>
            <th scope="col">Feature</th>
            <th scope="col">Index</th>
            <th scope="col">Missing: expected</th>
            <th scope="col">now</th>
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
      </WideTable>
      {features.length > shown.length && (
        <p>
          <Button variant="plain" onClick={() => setShowsAll(true)}>
            Show all {features.length}
          </Button>
        </p>
      )}
      <p className="small muted">
        From {shiftFrom.notice} on an index is worth a look, from {shiftFrom.warning} on it is a
        large shift, where it is more than chance. {stable} more features are stable.
      </p>
    </div>
  );
}
