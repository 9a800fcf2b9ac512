/** One replay's report: the verdict first, then what stands behind it. */
import { Link } from "wouter";
import { whole } from "../../../../replay/page/markup.ts";
import type { ReplayReport } from "../../../../replay/report.ts";
import { Icon } from "../../../components/icon.tsx";
import { ErrorNotice, Page, SkeletonRows } from "../../../components/page.tsx";
import { Time } from "../../../components/time.tsx";
import { usePlaces } from "../model-urls.ts";
import { useReport } from "../use-models.ts";
import { Truth } from "./accuracy.tsx";
import { Answers } from "./action-changes.tsx";
import { Grounds } from "./methodology.tsx";
import { Scores } from "./score-changes.tsx";

export function ReportView({ model, replayId }: { model: string; replayId: string }) {
  const places = usePlaces();
  const report = useReport(model, replayId);
  return (
    <Page
      title={`Replay of ${model}`}
      lead={
        <>
          <Link href={places.model(model)}>{model}</Link>
          {report.data && <Period of={report.data} />}
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
          <Verdict of={report.data} />
          <Answers of={report.data} />
          <Scores of={report.data} />
          <Truth of={report.data} />
          <Grounds of={report.data} />
        </>
      )}
    </Page>
  );
}

function Period({ of: { decisions, projects, projectId } }: { of: ReplayReport }) {
  const whose = projectId === null ? `all ${projects.length} projects` : projects[0]?.name;
  if (!decisions.first || !decisions.last) return <> · no decision in this period</>;
  return (
    <>
      {" "}
      · {whole(decisions.replayed)} decisions of {whose}, from <Time at={decisions.first} /> to{" "}
      <Time at={decisions.last} />
    </>
  );
}

function Verdict({ of: { passed, criteria } }: { of: ReplayReport }) {
  return (
    <section
      className={passed ? "card verdict passed" : "card verdict failed"}
      aria-label="Verdict"
    >
      <header>
        <h2>{passed ? "Passed" : "Did not pass"}</h2>
        <p>
          {passed
            ? "Nothing here speaks against letting this model decide."
            : "Look at what failed before you let this model decide."}
        </p>
      </header>
      <ul className="body criteria">
        {criteria.map(({ demand, found, passed }) => (
          <li key={demand} className={sign(passed).look}>
            <Icon name={sign(passed).icon} />
            <span>
              <span className="visually-hidden">{sign(passed).says}: </span>
              {demand}{" "}
              <span className="muted">
                ({passed === null && "not judged: "}
                {found})
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sign(passed: boolean | null) {
  if (passed === null) return { icon: "dots", look: "open", says: "not judged" } as const;
  if (passed) return { icon: "check", look: "yes", says: "holds" } as const;
  return { icon: "close", look: "no", says: "does not hold" } as const;
}
