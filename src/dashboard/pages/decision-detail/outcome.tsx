/** The reported outcome of the booking, its history, and the dialog to report one. */
import { useState } from "react";
import type { ShownOutcome } from "../../../http/dashboard-api/decision-detail/detail.ts";
import { unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { RadioCards, TextArea, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { localTime } from "../../components/format.ts";
import { Notice } from "../../components/page.tsx";
import { OutcomeBadge, outcomeLabels } from "../../components/risk.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { type OutcomeName, outcomeChoices } from "./outcome-choices.ts";
import { useDecisionApi, useRefreshDecision } from "./use-decision.ts";

/** @param outcomes all reports, the newest last. */
export function Outcome({ outcomes }: { outcomes: readonly ShownOutcome[] }) {
  const project = useProject();
  const [isOpen, setOpen] = useState(false);
  const newest = outcomes.at(-1);
  const last = newest && newest.outcome !== "withdrawn" ? newest : null;
  return (
    <div className="decision-outcome">
      <div className="row between">
        <div className="row">
          <span className="muted">Outcome</span>
          {last ? (
            <>
              <OutcomeBadge outcome={last.outcome} />
              <span className="muted">
                <Time at={last.reportedAt} />
              </span>
            </>
          ) : (
            <span>{newest ? "Not reported: it was withdrawn" : "Not reported"}</span>
          )}
        </div>
        {can(project, "outcome.set") && (
          <div className="row">
            {last && <Withdraw last={last} />}
            <Button onClick={() => setOpen(true)}>
              {last ? "Change outcome" : "Report outcome"}
            </Button>
          </div>
        )}
      </div>
      {outcomes.length > 0 && <History outcomes={outcomes} />}
      {isOpen && <OutcomeDialog last={last} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Withdraws the outcome, for example after a wrong click. The reports stay in the history. */
function Withdraw({ last }: { last: ShownOutcome }) {
  const { endpoints } = useDecisionApi();
  const refresh = useRefreshDecision();
  const [isOpen, setOpen] = useState(false);
  const withdraw = async () => {
    const replaces = last.outcome as OutcomeName;
    await unwrap(endpoints.outcome.withdraw.post({ replaces })).finally(refresh);
    showToast("Outcome withdrawn");
  };
  return (
    <>
      <Button variant="plain" icon="undo" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Withdraw the outcome?"
          action="Withdraw outcome"
          onConfirm={withdraw}
          onClose={() => setOpen(false)}
        >
          {outcomeLabels[last.outcome] ?? last.outcome} no longer counts, neither for future scores
          nor in figures. The booking is unreported again. The report stays in the history.
        </ConfirmDialog>
      )}
    </>
  );
}

function originOf({ isVerdict, isMadeHere, requestId }: ShownOutcome): string {
  if (isVerdict) return "the verdict of a review";
  return isMadeHere ? "from the dashboard" : `request ${requestId}`;
}

function History({ outcomes }: { outcomes: readonly ShownOutcome[] }) {
  const [last] = outcomes.slice(-1);
  const isSimple = outcomes.length === 1 && !last?.note && !last?.occurredAt;
  return (
    <details>
      <summary>{isSimple ? "Details" : `History (${outcomes.length})`}</summary>
      <ol className="outcome-history">
        {outcomes.toReversed().map((one) => (
          <li key={`${one.reportedAt} ${one.requestId}`}>
            <span className="row">
              <OutcomeBadge outcome={one.outcome} />
              <Time at={one.reportedAt} />
              <span className="muted">
                {originOf(one)}
                {one.keyId && (
                  <>
                    {" "}
                    with <code>{one.keyId}</code>
                  </>
                )}
              </span>
            </span>
            {one.occurredAt && (
              <span className="muted small">
                Occurred <Time at={one.occurredAt} />
              </span>
            )}
            {one.note && <span className="note">{one.note}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Noon of the day in the viewer's time zone, or the current time if that is in the future. */
function noonOf(day: string): string {
  return new Date(Math.min(Date.parse(`${day}T12:00`), Date.now())).toISOString();
}

interface DialogProps {
  last: ShownOutcome | null;
  onClose: () => void;
}

function OutcomeDialog({ last, onClose }: DialogProps) {
  const { endpoints } = useDecisionApi();
  const refresh = useRefreshDecision();
  // Nothing is chosen at first: a click on Save without a look would teach a wrong outcome.
  const [outcome, setOutcome] = useState<OutcomeName | null>(null);
  const [occurredOn, setOccurredOn] = useState("");
  const [note, setNote] = useState("");
  const [isConfirming, setConfirming] = useState(false);
  const replaces = last !== null && outcome !== null && last.outcome !== outcome;
  const submit = async () => {
    if (outcome === null) return;
    if (replaces && !isConfirming) return setConfirming(true);
    const report = {
      outcome,
      ...(occurredOn && { occurredAt: noonOf(occurredOn) }),
      ...(note.trim() && { note: note.trim() }),
      replaces: (last?.outcome ?? null) as OutcomeName | null,
    };
    // Also refreshes on a conflict, to show the outcome that somebody else has just reported.
    await unwrap(endpoints.outcome.post(report)).finally(refresh);
    showToast(`Outcome saved: ${outcomeLabels[outcome]?.toLowerCase()}`);
    onClose();
  };
  return (
    <Dialog title="Report outcome" onClose={onClose}>
      <Form
        action={replaces && isConfirming ? "Replace outcome" : "Save outcome"}
        isReady={outcome !== null}
        onCancel={onClose}
        onSubmit={submit}
      >
        {(errors) => (
          <div className="form">
            {isConfirming && replaces && <ReplaceNotice last={last} outcome={outcome} />}
            <RadioCards
              label="Outcome"
              value={outcome}
              options={outcomeChoices}
              onChange={(value) => {
                setOutcome(value);
                setConfirming(false);
              }}
            />
            <TextField
              label="Date (optional)"
              type="date"
              name="occurredAt"
              max={localTime(Date.now()).slice(0, 10)}
              error={errors.occurredAt}
              value={occurredOn}
              onChange={(event) => setOccurredOn(event.target.value)}
            />
            <TextArea
              label="Note (optional)"
              hint="For your team, up to 512 characters. Not used for scoring."
              error={errors.note}
              value={note}
              onChange={setNote}
            />
          </div>
        )}
      </Form>
    </Dialog>
  );
}

function ReplaceNotice({ last, outcome }: { last: ShownOutcome; outcome: OutcomeName }) {
  return (
    <Notice variant="warn">
      {outcomeLabels[last.outcome] ?? last.outcome} was reported <Time at={last.reportedAt} />. The
      new outcome, {outcomeLabels[outcome]?.toLowerCase()}, replaces it and counts for future
      scores. Both reports stay in the history.
    </Notice>
  );
}
