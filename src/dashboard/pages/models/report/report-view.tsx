/** The report of a replay: the verdict first, then the details behind it. */
import { Link } from "wouter";
import { conclusionOf } from "../../../../evaluation/replay/conclusion.ts";
import type { LoosenedLimit } from "../../../../evaluation/replay/limits.ts";
import type { ReplayReport } from "../../../../evaluation/replay/report.ts";
import { Icon } from "../../../components/icon.tsx";
import { ErrorNotice, Page, SkeletonRows } from "../../../components/page.tsx";
import { Time } from "../../../components/time.tsx";
import { useModelUrls } from "../model-urls.ts";
import { useReport } from "../use-models.ts";
import { Accuracy } from "./accuracy.tsx";
import { ActionChanges } from "./action-changes.tsx";
import { Methodology } from "./methodology.tsx";
import { Parts } from "./parts.tsx";
import { whole } from "./report-numbers.ts";
import { ScoreChanges } from "./score-changes.tsx";

export function ReportView({ model, replayId }: { model: string; replayId: string }) {
  const urls = useModelUrls();
  const report = useReport(model, replayId);
  return (
    <Page
      title={`Replay of ${model}`}
      lead={
        <>
          <Link href={urls.model(model)}>{model}</Link>
          {report.data && <Period report={report.data} />}
        </>
      }
    >
      {report.error && <ErrorNotice error={report.error} retry={() => void report.refetch()} />}
      {report.isPending && (
        <div className="card">
          <SkeletonRows rows={6} />
        </div>
      )}
      {report.data && (
        <>
          <Verdict report={report.data} />
          <ActionChanges report={report.data} />
          <Parts report={report.data} />
          <ScoreChanges report={report.data} />
          <Accuracy report={report.data} />
          <Methodology report={report.data} />
        </>
      )}
    </Page>
  );
}

interface Props {
  report: ReplayReport;
}

function Period({ report: { decisions, projects, projectId } }: Props) {
  const whose = projectId === null ? `all ${projects.length} projects` : projects[0]?.name;
  if (!decisions.first || !decisions.last) return <> · no decisions in this period</>;
  return (
    <>
      {" "}
      · {whole(decisions.replayed)} decisions of {whose}, from <Time at={decisions.first} /> to{" "}
      <Time at={decisions.last} />
    </>
  );
}

function Verdict({ report }: Props) {
  const { passed, criteria } = report;
  const { result, tested, untested } = conclusionOf(report);
  const loosened: readonly LoosenedLimit[] = report.loosened ?? []; // Older reports have none.
  return (
    <section
      className={passed ? "card verdict passed" : "card verdict failed"}
      aria-label="Verdict"
    >
      <header>
        <h2>{result[0]!.toUpperCase() + result.slice(1)}</h2>
        <p>
          {tested} {!passed && "Review the failed criteria before you promote this model."}
          {loosened.length > 0 &&
            `Looser limits: ${loosened.map((limit) => `${limit.name} ${limit.value} instead of ${limit.default}`).join(", ")}. A promotion is recorded as forced.`}
        </p>
      </header>
      <ul className="body criteria">
        {criteria.map(({ demand, found, passed }) => (
          <li key={demand} className={criterionStatus(passed).tone}>
            <Icon name={criterionStatus(passed).icon} />
            <span>
              <span className="visually-hidden">{criterionStatus(passed).label}: </span>
              {demand}{" "}
              <span className="muted">
                ({passed === null && "not evaluated: "}
                {found})
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className="body stack tight">
        <h3>What this replay does not show</h3>
        <ul className="small muted">
          {untested.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function criterionStatus(passed: boolean | null) {
  if (passed === null) return { icon: "dots", tone: "open", label: "not evaluated" } as const;
  if (passed) return { icon: "check", tone: "yes", label: "met" } as const;
  return { icon: "close", tone: "no", label: "not met" } as const;
}
