/** Shown until there are enough outcomes: how to report them. */
import type { Known } from "../../../decisions/known-by-score.ts";
import { useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { Snippet } from "../../components/copy.tsx";
import { EmptyState } from "../../components/page.tsx";

const reportCommand = () => `curl ${location.origin}/v1/decisions/$DECISION_ID/outcome \\
  -H "X-Service-Key: $SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "outcome": "chargeback", "requestId": "cb-1" }'`;

const importCommand = (projectId: string) => `cat > outcomes.ndjson <<'END'
{"decisionId": "dec_...", "outcome": "chargeback"}
{"decisionId": "dec_...", "outcome": "legitimate"}
END
booking-risk outcome import outcomes.ndjson --project ${projectId}`;

export function NotEnoughOutcomes({ known: { outcomes } }: { known: Known }) {
  const { projectId } = useProject();
  const good = outcomes.legitimate + outcomes.quiet;
  const decisions = outcomes.fraud + good + outcomes.unknown;
  if (decisions === 0) {
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
          earns and loses.
        </EmptyState>
      </section>
    );
  }
  return (
    <section className="card">
      <EmptyState icon="coins" title="Not enough outcomes yet">
        Of {integers.format(decisions)} decisions, {integers.format(outcomes.fraud)} are known to be
        fraud and {integers.format(good)} to be good. Comparing settings takes some of both. There
        are two ways to report outcomes:
      </EmptyState>
      <div className="body stack">
        <div className="stack tight">
          <h3>One at a time</h3>
          <Snippet label="Report an outcome" text={reportCommand()} />
        </div>
        <div className="stack tight">
          <h3>In bulk, from a file</h3>
          <Snippet label="Import outcomes" text={importCommand(projectId)} />
        </div>
        <p className="small muted">
          Every response of POST /v1/risk contains the decisionId. Outcomes are chargeback, fraud
          and legitimate. Report legitimate for good guests who were denied, too.
        </p>
      </div>
    </section>
  );
}
