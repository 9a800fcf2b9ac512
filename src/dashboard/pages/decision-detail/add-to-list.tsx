/** Lists a value of the decision: what each would have hit before is shown first. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Hits, ListableValue } from "../../../decisions/lists/decision-values.ts";
import { hitLimits } from "../../../decisions/lists/limits.ts";
import { unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { RadioCards } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { EntryFields, kindTitles, typeLabels, useEntry } from "../lists/entry-fields.tsx";
import { plural } from "./format.ts";
import { useDecisionApi } from "./use-decision.ts";

export function AddToList() {
  const project = useProject();
  const [isOpen, setOpen] = useState(false);
  if (!can(project, "list.set")) return null;
  return (
    <>
      <Button icon="list" onClick={() => setOpen(true)}>
        Add to list
      </Button>
      {isOpen && <AddDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { key, endpoints } = useDecisionApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...key, "lists"],
    queryFn: () => unwrap(endpoints.lists.get()),
  });
  return (
    <Dialog title="Add to list" onClose={onClose}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isPending && <SkeletonRows rows={4} />}
      {data && <AddForm values={data} onClose={onClose} />}
    </Dialog>
  );
}

function AddForm({ values, onClose }: { values: readonly ListableValue[]; onClose: () => void }) {
  const { decisionId } = useDecisionApi();
  const entry = useEntry(null);
  const chosen = values.find((one) => one.type === entry.type) ?? values[0]!;
  const { type, value } = chosen;
  return (
    <Form
      action="Add"
      isReady={entry.isReady}
      onSubmit={() => entry.add({ type, value, decisionId })}
      onDone={onClose}
      onCancel={onClose}
    >
      {(errors) => (
        <>
          <RadioCards
            label="Value"
            value={type}
            onChange={entry.setType}
            options={values.map((one) => ({
              value: one.type,
              label: typeLabels[one.type],
              description: <ValueFacts value={one} />,
            }))}
          />
          <p className="muted small">
            These are the bookings of the {hitLimits.days} days before this one, with the outcomes
            known today.
          </p>
          <EntryFields entry={entry} type={type} errors={errors} />
        </>
      )}
    </Form>
  );
}

function ValueFacts({ value: { value, hits, entries } }: { value: ListableValue }) {
  const lists = entries.map(({ kind }) => kindTitles[kind as keyof typeof kindTitles] ?? kind);
  return (
    <span className="stack tight">
      <bdi>{value}</bdi>
      <span className="small">{hitsText(hits)}</span>
      {lists.length > 0 && <span className="small">Already in: {lists.join(", ")}</span>}
    </span>
  );
}

function hitsText({ decisions, more, denied, fraud, legitimate }: Hits): string {
  if (decisions === 0) return "No earlier booking has it.";
  const count = more
    ? `${decisions} or more earlier bookings`
    : plural(decisions, "earlier booking");
  return `${count}: ${denied} denied, ${fraud} reported as fraud, ${legitimate} as genuine.`;
}
