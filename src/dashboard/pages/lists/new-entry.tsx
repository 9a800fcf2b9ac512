import { useState } from "react";
import { type ListKind, type ListType, listTypes } from "../../../storage/port/lists.ts";
import { Dialog } from "../../components/dialog.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { EntryFields, typeLabels, useEntry } from "./entry-fields.tsx";

const hints: Readonly<Partial<Record<ListType, string>>> = {
  domain: "Such as example.com. Domains of public mail providers cannot be listed.",
  phone: "With the country code, such as +351 912 345 678.",
  booker: "As you send it in booker.referenceId.",
  device: "As shown on a decision’s page.",
  ip: "Such as 203.0.113.7 or 203.0.113.0/24.",
};

export function NewEntry({ kind, onClose }: { kind: ListKind; onClose: () => void }) {
  const entry = useEntry(kind);
  const { type } = entry;
  const [value, setValue] = useState("");
  return (
    <Dialog title="Add to a list" onClose={onClose}>
      <Form
        action="Add"
        isReady={value.trim() !== "" && entry.isReady}
        onSubmit={() => entry.add({ type, value })}
        onDone={onClose}
        onCancel={onClose}
      >
        {(errors) => (
          <>
            <SelectField<ListType>
              label="Type"
              value={type}
              error={errors.type}
              onChange={entry.setType}
              options={listTypes.map((one) => ({ value: one, label: typeLabels[one] }))}
            />
            <TextField
              label={typeLabels[type]}
              name="value"
              autoComplete="off"
              spellCheck={false}
              required
              maxLength={300}
              hint={hints[type]}
              error={errors.value}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
            <EntryFields entry={entry} type={type} errors={errors} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
