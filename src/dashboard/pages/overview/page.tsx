/** The overview of a project: its decisions in figures, updated live. */
import type { RangeQuery } from "../../../http/dashboard-api/overview/range.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { useProject } from "../../api/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { ChartSkeleton } from "../../components/charts/chart.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { Folded } from "../../components/folded.tsx";
import { EmptyState, ErrorNotice, Notice, Page } from "../../components/page.tsx";
import { DenialBreakdown } from "./denial-breakdown.tsx";
import { DriftStatus } from "./drift-status.tsx";
import { Models } from "./models.tsx";
import { Outcomes } from "./outcomes.tsx";
import type { Overview } from "./overview-data.ts";
import { useRange } from "./range.ts";
import { RangePicker } from "./range-picker.tsx";
import { ResponseTimes } from "./response-times.tsx";
import { Scores } from "./scores.tsx";
import { Telemetry } from "./telemetry.tsx";
import { Tiles } from "./tiles.tsx";
import { useOverview } from "./use-overview.ts";
import { Levels, Volume } from "./volume.tsx";

/** With more uncounted decisions than this, the page says that its figures are behind. */
const uncountedMax = 1000;

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
      {error && <ErrorNotice error={describeError(error)} retry={() => void overview.refetch()} />}
      {overview.isPending && <Skeleton />}
      {data && (
        <div className={overview.isPlaceholderData ? "overview stale" : "overview"}>
          <Content overview={data} range={range} onRange={setRange} />
        </div>
      )}
    </Page>
  );
}

/** Names the date that is invalid, if the error is about one. */
function describeError(error: Error): Error {
  const fieldErrors = "fieldErrors" in error ? (error.fieldErrors as Record<string, string>) : {};
  const [[name, message] = []] = Object.entries(fieldErrors);
  if (!name) return error;
  return new Error(`${name === "from" ? "The start date" : "The end date"} ${message}.`);
}

function Live() {
  return (
    <span className="live" title="Updates every 10 seconds">
      <i aria-hidden="true" />
      Live
    </span>
  );
}

interface RangeProps {
  range: RangeQuery;
  onRange: (range: RangeQuery) => void;
}

function Content({ overview, range, onRange }: RangeProps & { overview: Overview }) {
  const { projectId, riskSetting } = useProject();
  if (!overview.everDecided) return <NoDecisionsYet projectId={projectId} />;
  const props = { projectId, overview };
  return (
    <>
      {overview.uncounted > uncountedMax && (
        <Notice>
          {integers.format(overview.uncounted)} recent decisions across all projects are not
          included yet. The figures are catching up.
        </Notice>
      )}
      {overview.total.decisions === 0 ? (
        <NoDecisionsInRange range={range} onRange={onRange} />
      ) : (
        <>
          <Tiles {...props} />
          <div className="card body">
            <Volume {...props} />
          </div>
          <div className="pair">
            <div className="card body">
              <Scores {...props} setting={riskSetting as RiskSetting} />
            </div>
            <div className="card body">
              <Levels {...props} />
            </div>
          </div>
          <div className="pair">
            <div className="card body">
              <Telemetry {...props} />
            </div>
            <Outcomes {...props} />
          </div>
          <DenialBreakdown {...props} />
          <DriftStatus projectId={projectId} range={range} />
          <Folded id="service" title="Models and response times">
            <Models {...props} />
            <ResponseTimes times={overview.answerTimes} />
          </Folded>
        </>
      )}
    </>
  );
}

function NoDecisionsYet({ projectId }: { projectId: string }) {
  return (
    <section className="card">
      <EmptyState
        icon="chart"
        title="No decisions yet"
        action={
          <LinkButton variant="primary" icon="flag" to={`/p/${projectId}/start`}>
            Get started
          </LinkButton>
        }
      >
        Once your server calls POST /v1/risk, this page shows the volume, scores and denials of your
        bookings in real time.
      </EmptyState>
    </section>
  );
}

function NoDecisionsInRange({ range, onRange }: RangeProps) {
  return (
    <section className="card">
      <EmptyState
        icon="clock"
        title="No decisions in this period"
        action={
          range.last !== "90d" && (
            <Button onClick={() => onRange({ last: "90d" })}>Show 90 days</Button>
          )
        }
      >
        Choose another period to see the decisions of this project.
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
