import { Link } from "wouter";
import { useProject } from "../../api/session.ts";
import { Snippet } from "../../components/copy.tsx";
import { RejectionHelp } from "./rejection-help.tsx";
import { reportOutcome } from "./snippets/shell.ts";
import { Step } from "./step.tsx";
import type { Start } from "./use-start.ts";

export function OutcomeStep({ start }: { start: Start }) {
  const { projectId } = useProject();
  const { calls, reported, refusals } = start;
  const newest = calls?.newest.decisionId;
  const page = (decisionId: string) => `/p/${projectId}/decisions/${decisionId}`;
  return (
    <Step
      number={4}
      title="Report outcomes"
      isDone={reported !== null}
      isExpanded={calls !== null && reported === null}
      status={reported ? `Reported: ${reported.outcome}.` : "Waiting for the first outcome."}
    >
      <RejectionHelp rejections={refusals.filter(({ endpoint }) => endpoint === "outcome")} />
      {reported && (
        <p>
          <Link href={page(reported.decisionId)}>View the decision</Link>
        </p>
      )}
      <p>
        Report chargebacks, fraud and good guests. Each report affects the scores of later bookings
        by the same guest, device or network.
      </p>
      <Snippet label="Outcome report" text={reportOutcome(location.origin, newest ?? "dec_…")} />
      <p className="muted small">
        {newest ? (
          <>
            Or report it on <Link href={page(newest)}>the decision page</Link>.
          </>
        ) : (
          <>
            Replace <code>dec_…</code> with the <code>decisionId</code> of the response, which you
            store with the order.
          </>
        )}
      </p>
    </Step>
  );
}
