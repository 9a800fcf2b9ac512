import { useRef } from "react";
import type { ListedRow } from "../../../../http/dashboard-api/decision-list/routes.ts";
import { listTypes } from "../../../../storage/port/lists.ts";
import { api, unwrap } from "../../../api/client.ts";
import { useProject } from "../../../api/session.ts";
import { SelectField } from "../../../components/field.tsx";
import { plural } from "../../decision-detail/format.ts";
import { EntryFields, typeLabels, useEntry } from "../../lists/entry-fields.tsx";
import { useRefreshLists } from "../../lists/use-lists.ts";
import { BulkDialog, type BulkProps } from "./dialog.tsx";

/** The same kind of value of each of the decisions; bookings of one device have one entry. */
export function BulkEntry(props: BulkProps) {
  const { rows, onDone, type: initialType } = props;
  const { projectId } = useProject();
  const refresh = useRefreshLists();
  const entry = useEntry(null, initialType);
  const added = useRef(new Set<string>());
  const { type } = entry;
  const act = async ({ decisionId }: ListedRow) => {
    const { decisions } = api.projects({ projectId });
    const values = await unwrap(decisions({ decisionId }).lists.get());
    const value = values.find((one) => one.type === type)?.value;
    if (value === undefined) throw new Error("This booking has none that can be listed.");
    if (added.current.has(`${type} ${value}`)) return "Same value, added above";
    await entry.send({ type, value, decisionId });
    added.current.add(`${type} ${value}`);
    return "Added";
  };
  return (
    <BulkDialog
      {...props}
      title={`Add values of ${plural(rows.length, "booking")} to a list`}
      action="Add"
      isReady={entry.isReady}
      act={act}
      onDone={() => {
        void refresh();
        onDone();
      }}
    >
      <SelectField
        label="Type"
        value={type}
        onChange={entry.setType}
        options={listTypes.map((value) => ({ value, label: typeLabels[value] }))}
      />
      <EntryFields entry={entry} type={type} errors={{}} />
    </BulkDialog>
  );
}
