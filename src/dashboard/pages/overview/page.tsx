/** A project in figures, live. */
import type { RangeQuery } from "../../../dashboard-api/overview/range.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { useProject } from "../../api/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { ChartSkeleton } from "../../components/charts/chart.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { EmptyState, ErrorNotice, Notice, Page } from "../../components/page.tsx";
import { Places } from "./denial-breakdown.tsx";
import { Drift } from "./drift.tsx";
import { Models } from "./models.tsx";
import { Outcomes } from "./outcomes.tsx";
import type { Figures } from "./overview-data.ts";
import { useRange } from "./range.ts";
import { RangePicker } from "./range-picker.tsx";
import { AnswerTimes } from "./response-times.tsx";
import { Scores } from "./scores.tsx";
import { Telemetry } from "./telemetry.tsx";
import { Tiles } from "./tiles.tsx";
import { useOverview } from "./use-overview.ts";
import { Levels, Volume } from "./volume.tsx";

/** So many decisions may be on their way into the figures without a word. */
const uncountedMost = 1000;

export default function OverviewPage() {
  const [range, setRange] = useRange();
  const overview = useOverview(range);
  const { data, error } = overview;
  return (
    <Page
      title="Overview"
      action={
        <div className="range-bar">
          {data && !error && data.asOf < data.to && <Live />}
          <RangePicker range={range} onChange={setRange} />
        </div>
      }
    >
      {error && <ErrorNotice error={faultOf(error)} retry={() => void overview.refetch()} />}
      {overview.isPending && <Skeleton />}
      {data && (
        <div className={overview.isPlaceholderData ? "overview stale" : "overview"}>
          <Content figures={data} range={range} onRange={setRange} />
        </div>
      )}
    </Page>
  );
}

/** What is wrong with the days, where that is what is wrong. */
function faultOf(error: Error): Error {
  const faults = "faults" in error ? (error.faults as Record<string, string>) : {};
  const [[name, message] = []] = Object.entries(faults);
  if (!name) return error;
  return new Error(`${name === "from" ? "The first day" : "The last day"} ${message}.`);
}

function Live() {
  return (
    <span className="live" title="Counted anew every ten seconds while you look">
      <i aria-hidden="true" />
      Live
    </span>
  );
}

function Content({
  figures,
  range,
  onRange,
}: {
  figures: Figures;
  range: RangeQuery;
  onRange: (range: RangeQuery) => void;
}) {
  const { projectId, riskSetting } = useProject();
  if (!figures.everDecided) return <NothingYet projectId={projectId} />;
  const of = { projectId, figures };
  const late = figures.uncounted > uncountedMost;
  return (
    <>
      {late && (
        <Notice>
          {integers.format(figures.uncounted)} decisions of all projects are not counted yet; they
          follow as fast as this machine can.
        </Notice>
      )}
      {figures.total.decisions === 0 ? (
        <NothingThen range={range} onRange={onRange} />
      ) : (
        <>
          <Tiles {...of} />
          <div className="card body">
            <Volume {...of} />
          </div>
          <div className="pair">
            <div className="card body">
              <Scores {...of} setting={riskSetting as RiskSetting} />
            </div>
            <div className="card body">
              <Levels {...of} />
            </div>
          </div>
          <div className="pair">
            <div className="card body">
              <Telemetry {...of} />
            </div>
            <Outcomes {...of} />
          </div>
          <Places {...of} />
          <Drift range={range} />
          <div className="pair">
            <AnswerTimes times={figures.answerTimes} />
            <Models {...of} />
          </div>
        </>
      )}
    </>
  );
}

function NothingYet({ projectId }: { projectId: string }) {
  return (
    <section className="card">
      <EmptyState
        icon="chart"
        title="No booking was scored yet"
        action={
          <LinkButton variant="primary" icon="flag" to={`/p/${projectId}/start`}>
            Get started
          </LinkButton>
        }
      >
        Once your server calls POST /v1/risk, this page shows how many bookings come, how they
        score, and what is denied, as it happens.
      </EmptyState>
    </section>
  );
}

function NothingThen({
  range,
  onRange,
}: {
  range: RangeQuery;
  onRange: (range: RangeQuery) => void;
}) {
  return (
    <section className="card">
      <EmptyState
        icon="clock"
        title="No decision in this time"
        action={
          range.last !== "90d" && (
            <Button onClick={() => onRange({ last: "90d" })}>Show 90 days</Button>
          )
        }
      >
        The project has decisions of another time.
      </EmptyState>
    </section>
  );
}

function Skeleton() {
  return (
    <>
      <div className="card body">
        <ChartSkeleton />
      </div>
      <div className="pair">
        <div className="card body">
          <ChartSkeleton />
        </div>
        <div className="card body">
          <ChartSkeleton />
        </div>
      </div>
    </>
  );
}
