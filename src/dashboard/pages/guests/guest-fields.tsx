/** How a guest is found. */
import { useState } from "react";
import type { ErasedKind } from "../../../storage/port/erasures.ts";
import { SelectField, TextField } from "../../components/field.tsx";

const labels: Readonly<Record<ErasedKind, string>> = {
  email: "E-mail address",
  phone: "Phone number",
  booker: "Your booker reference",
  device: "Device ID",
};

/** How an owner speaks of it. */
export const kindText = (kind: string) =>
  Object.hasOwn(labels, kind) ? labels[kind as ErasedKind] : kind;

const hints: Readonly<Partial<Record<ErasedKind, string>>> = {
  phone: "With the country code, such as +351 912 345 678.",
  booker: "As you send it in booker.referenceId.",
  device: "As the decision's page shows it.",
};

export function useGuest() {
  const [kind, setKind] = useState<ErasedKind>("email");
  const [value, setValue] = useState("");
  return { kind, setKind, value, setValue };
}

export function GuestFields({
  guest: { kind, setKind, value, setValue },
  errors,
}: {
  guest: ReturnType<typeof useGuest>;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <>
      <SelectField<ErasedKind>
        label="Find the guest by"
        value={kind}
        onChange={setKind}
        options={Object.entries(labels).map(([one, label]) => ({
          value: one as ErasedKind,
          label,
        }))}
      />
      <TextField
        label={labels[kind]}
        name="value"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={300}
        hint={hints[kind]}
        error={errors.value}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </>
  );
}
