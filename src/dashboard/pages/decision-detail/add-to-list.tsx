/** Lists a value of the decision: what each would have hit before is shown first. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Hits, ListableValue } from "../../../lists/decision-values.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { RadioCards } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import {
  EntryFields,
  isAllowable,
  kindTitles,
  typeLabels,
  useEntry,
} from "../lists/entry-fields.tsx";
import { useRefreshLists } from "../lists/use-lists.ts";
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
  const { projectId, decisionId } = useDecisionApi();
  const refresh = useRefreshLists();
  const entry = useEntry(null);
  const [type, setType] = useState<ListableValue["type"]>("email");
  const chosen = values.find((one) => one.type === type) ?? values[0]!;
  const add = async () => {
    const { kind, reason, expiresOn } = entry;
    if (kind === null) return;
    const { type, value } = chosen;
    const body = { kind, type, value, reason, expiresAt: expiresOn || null, decisionId };
    await unwrap(api.projects({ projectId }).lists.entries.post(body));
    await refresh();
    showToast("Added. It applies from the next booking.");
  };
  return (
    <Form
      action="Add"
      isReady={entry.kind !== null && entry.reason.trim() !== ""}
      onSubmit={add}
      onDone={onClose}
      onCancel={onClose}
    >
      {(errors) => (
        <>
          <RadioCards
            label="What"
            value={chosen.type}
            onChange={(next) => {
              setType(next);
              if (entry.kind === "allow" && !isAllowable(next)) entry.setKind(null);
            }}
            options={values.map((one) => ({
              value: one.type,
              label: typeLabels[one.type],
              description: <ValueFacts value={one} />,
            }))}
          />
          <p className="muted small">
            Counted are the bookings of the 90 days before this one, and the outcomes that are known
            of them now.
          </p>
          <EntryFields entry={entry} type={chosen.type} errors={errors} />
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
