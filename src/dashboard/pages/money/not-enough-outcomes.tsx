/** In the figures' place while there are not enough outcomes: how to report some. */
import type { Known } from "../../../decisions/known-by-score.ts";
import { useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { Snippet } from "../../components/copy.tsx";
import { EmptyState } from "../../components/page.tsx";

const reportOf = () => `curl ${location.origin}/v1/decisions/$DECISION_ID/outcome \\
  -H "X-Service-Key: $SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "outcome": "chargeback", "requestId": "cb-1" }'`;

const importOf = (projectId: string) => `cat > outcomes.ndjson <<'END'
{"decisionId": "dec_...", "outcome": "chargeback"}
{"decisionId": "dec_...", "outcome": "legitimate"}
END
booking-risk outcome import outcomes.ndjson --project ${projectId}`;

export function TeachOutcomes({ known: { outcomes } }: { known: Known }) {
  const { projectId } = useProject();
  const good = outcomes.legitimate + outcomes.quiet;
  const decisions = outcomes.fraud + good + outcomes.unknown;
  if (decisions === 0) {
    return (
      <section className="card">
        <EmptyState
          icon="coins"
          title="No decision in this time"
          action={
            <LinkButton to={`/p/${projectId}/start`} icon="flag">
              Getting started
            </LinkButton>
          }
        >
          Score bookings, and later report what became of them: then this page weighs what each
          setting earns and loses.
        </EmptyState>
      </section>
    );
  }
  return (
    <section className="card">
      <EmptyState icon="coins" title="Not enough outcomes yet">
        Known to be fraud: {integers.format(outcomes.fraud)} of {integers.format(decisions)}; known
        to be good: {integers.format(good)}. It takes some of both to weigh one against the other.
        Tell the service what became of your bookings, by either way:
      </EmptyState>
      <div className="body stack">
        <div className="stack tight">
          <h3>One at a time, as you learn it</h3>
          <Snippet label="Report an outcome" text={reportOf()} />
        </div>
        <div className="stack tight">
          <h3>Many at once, from your books</h3>
          <Snippet label="Import outcomes" text={importOf(projectId)} />
        </div>
        <p className="small muted">
          The decisionId is in every answer of POST /v1/risk. An outcome is chargeback, fraud or
          legitimate; the last also for a good guest who was refused.
        </p>
      </div>
    </section>
  );
}
