/** Shown until the reports tell how long they take: what is missing, and how to report outcomes. */
import type { DataPlace } from "../../../http/dashboard-api/data-place.ts";
import type { DelayMissing } from "../../../risk/outcomes/reporting-delay.ts";
import { useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { Snippet } from "../../components/copy.tsx";
import { EmptyState } from "../../components/page.tsx";
import { dataFlag } from "../../components/shell.ts";
import { WhereToRun } from "../../components/where-to-run.tsx";
import type { Money } from "./use-money.ts";

const reportCommand = () => `curl ${location.origin}/v1/decisions/$DECISION_ID/outcome \\
  -H "X-Service-Key: $SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "outcome": "chargeback", "requestId": "cb-1" }'`;

const importCommand = (projectId: string, place: DataPlace) => `cat > outcomes.ndjson <<'END'
{"decisionId": "dec_...", "outcome": "chargeback"}
{"decisionId": "dec_...", "outcome": "legitimate"}
END
booking-risk outcome import outcomes.ndjson --project ${projectId}${dataFlag(place)}`;

export function NotEnoughOutcomes({
  counts,
  missing,
  place,
}: Pick<Money, "counts" | "place"> & { missing: DelayMissing }) {
  const { projectId } = useProject();
  if (counts.decisions === 0) {
    return (
      <section className="card">
        <EmptyState
          icon="coins"
          title="No decisions in this period"
          action={
            <LinkButton to={`/p/${projectId}/start`} icon="flag">
              Getting started
            </LinkButton>
          }
        >
          Score bookings and report their outcomes. This page then shows what each risk setting
          earns.
        </EmptyState>
      </section>
    );
  }
  return (
    <section className="card">
      <EmptyState
        icon="coins"
        title={missing.missing === "history" ? "Not enough history yet" : "Not enough outcomes yet"}
      >
        {missingText(missing)}
      </EmptyState>
      {missing.missing === "frauds" && <HowToReport projectId={projectId} place={place} />}
    </section>
  );
}

function missingText({ missing, have, need }: DelayMissing): string {
  const [has, needs] = [integers.format(have), integers.format(need)];
  if (missing === "frauds") {
    return `${has} of at least ${needs} frauds are reported. With fewer, nobody can tell how long your reports take, and so not which recent bookings are good.`;
  }
  if (missing === "history") {
    return `Your oldest booking is ${has} days old, and fraud on bookings of that age is still being reported. You need about ${needs} days of history.`;
  }
  return `More than half of your frauds (${needs}) were reported on one day, probably by an import, so that it is not known how long reports take. Import the history with outcomeAt, or report as you learn of fraud.`;
}

function HowToReport({ projectId, place }: { projectId: string; place: DataPlace }) {
  return (
    <div className="body stack">
      <div className="stack tight">
        <h3>One at a time</h3>
        <Snippet label="Report an outcome" text={reportCommand()} />
      </div>
      <div className="stack tight">
        <h3>In bulk, from a file</h3>
        <p className="muted">
          Run this <WhereToRun {...place} />:
        </p>
        <Snippet label="Import outcomes" text={importCommand(projectId, place)} />
      </div>
      <p className="small muted">
        Every response of POST /v1/risk contains the decisionId. Outcomes are chargeback, fraud and
        legitimate.
      </p>
    </div>
  );
}
