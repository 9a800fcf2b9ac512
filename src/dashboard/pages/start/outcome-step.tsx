import { Link } from "wouter";
import { useProject } from "../../api/session.ts";
import { Snippet } from "../../components/copy.tsx";
import { RefusalHelp } from "./rejection-help.tsx";
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
      title="Say what became of it"
      done={reported !== null}
      opened={calls !== null && reported === null}
      status={reported ? `Reported: ${reported.outcome}.` : "Waiting for the first outcome."}
    >
      <RefusalHelp refusals={refusals.filter(({ endpoint }) => endpoint === "outcome")} />
      {reported && (
        <p>
          <Link href={page(reported.decisionId)}>The booking that it was reported of</Link>
        </p>
      )}
      <p>
        A chargeback, a fraud, or a guest who was good after all: from the moment that you report
        it, later bookings of the same guest, device or network are judged by it.
      </p>
      <Snippet label="A report" text={reportOutcome(location.origin, newest ?? "dec_…")} />
      <p className="muted small">
        {newest ? (
          <>
            Or with a button on <Link href={page(newest)}>the decision's page</Link>.
          </>
        ) : (
          <>
            <code>dec_…</code> stands for the <code>decisionId</code> of the answer, which you
            stored with the order.
          </>
        )}
      </p>
    </Step>
  );
}
