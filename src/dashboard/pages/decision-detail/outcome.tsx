/** What became of the booking: what was reported, and a button to say it. */
import { useLayoutEffect, useRef, useState } from "react";
import type {
  DecisionDetail,
  ShownOutcome,
} from "../../../dashboard-api/decision-detail/detail.ts";
import { unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { RadioCards, TextArea, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { outcomeLook, outcomeWords, wordOf } from "./format.ts";
import { useDoors, useRefreshDecision } from "./use-decision.ts";

type OutcomeName = "legitimate" | "fraud" | "chargeback";

export function Outcome({ of: { outcomes } }: { of: DecisionDetail }) {
  const project = useProject();
  const [isOpen, setOpen] = useState(false);
  const last = outcomes.at(-1);
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
            <span>not known yet</span>
          )}
        </div>
        {can(project, "outcome.set") && (
          <Button onClick={() => setOpen(true)}>{last ? "Change it" : "Set the outcome"}</Button>
        )}
      </div>
      {outcomes.length > 0 && <History outcomes={outcomes} />}
      {isOpen && <SetOutcome last={last ?? null} onClose={() => setOpen(false)} />}
    </div>
  );
}

export function OutcomeBadge({ outcome }: { outcome: string }) {
  return <span className={`badge ${outcomeLook(outcome)}`}>{wordOf(outcomeWords, outcome)}</span>;
}

function History({ outcomes }: { outcomes: readonly ShownOutcome[] }) {
  const [last] = outcomes.slice(-1);
  const isPlain = outcomes.length === 1 && !last?.note && !last?.occurredAt;
  return (
    <details>
      <summary>{isPlain ? "Who reported it" : `History (${outcomes.length})`}</summary>
      <ol className="outcome-history">
        {outcomes.toReversed().map((one) => (
          <li key={`${one.reportedAt} ${one.requestId}`}>
            <span className="row">
              <OutcomeBadge outcome={one.outcome} />
              <Time at={one.reportedAt} />
              <span className="muted">
                {one.isMadeHere ? "on the dashboard" : `by request ${one.requestId}`}
              </span>
            </span>
            {one.occurredAt && (
              <span className="muted small">
                It happened <Time at={one.occurredAt} />
              </span>
            )}
            {one.note && <span className="note">{one.note}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

const choices = [
  {
    value: "legitimate",
    label: "Legitimate",
    description: "The guest was who they said, also where the booking was refused.",
  },
  {
    value: "fraud",
    label: "Fraud",
    description: "Found out otherwise, such as by a call or the hotel.",
  },
  { value: "chargeback", label: "Chargeback", description: "The payment was taken back." },
] as const;

/** Of a day in the viewer's zone; of today the moment itself, as noon may be to come. */
function noonOf(day: string): string {
  return new Date(Math.min(Date.parse(`${day}T12:00`), Date.now())).toISOString();
}

function SetOutcome({ last, onClose }: { last: ShownOutcome | null; onClose: () => void }) {
  const { doors } = useDoors();
  const refresh = useRefreshDecision();
  const [outcome, setOutcome] = useState<OutcomeName>(
    choices.find(({ value }) => value !== last?.outcome)!.value,
  );
  const [on, setOn] = useState("");
  const [note, setNote] = useState("");
  const [isAsked, setAsked] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  // The choice comes first; a dialog begins with what is typed in.
  useLayoutEffect(() => fields.current?.querySelector<HTMLElement>("input:checked")?.focus(), []);
  const replaces = last !== null && last.outcome !== outcome;
  const asksFirst = replaces && !isAsked;
  const action = replaces && isAsked ? "Replace it" : "Save the outcome";
  const send = async () => {
    if (asksFirst) return setAsked(true);
    const asked = {
      outcome,
      ...(on && { occurredAt: noonOf(on) }),
      ...(note.trim() && { note: note.trim() }),
      replaces: (last?.outcome ?? null) as OutcomeName | null,
    };
    // Where it is refused, as somebody was quicker, what counts now is to be seen.
    await unwrap(doors.outcome.post(asked)).finally(refresh);
    showToast(`The outcome is ${wordOf(outcomeWords, outcome).toLowerCase()}`);
    onClose();
  };
  return (
    <Dialog title="What became of this booking?" onClose={onClose}>
      <Form action={action} onCancel={onClose} onSubmit={send}>
        {(errors) => (
          <div className="form" ref={fields}>
            {isAsked && replaces ? (
              <Notice variant="warn">
                {wordOf(outcomeWords, last.outcome)} was reported <Time at={last.reportedAt} />.{" "}
                {wordOf(outcomeWords, outcome)} counts from now on, for later scores too. Both stay
                in the history.
              </Notice>
            ) : null}
            <RadioCards
              label="Outcome"
              value={outcome}
              options={choices}
              onChange={(value) => {
                setOutcome(value);
                setAsked(false);
              }}
            />
            <TextField
              label="When it happened (optional)"
              type="date"
              name="occurredAt"
              max={new Date().toISOString().slice(0, 10)}
              error={errors.occurredAt}
              value={on}
              onChange={(event) => setOn(event.target.value)}
            />
            <TextArea
              label="Note (optional)"
              hint="For people; up to 512 characters. The model does not look at it."
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
