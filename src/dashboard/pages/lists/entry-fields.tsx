/** What every entry of a list has, whatever its value. */
import { useState } from "react";
import type { ListKind, ListType } from "../../../storage/lists.ts";
import { RadioCards, TextField } from "../../components/field.tsx";

export const kindTitles: Readonly<Record<ListKind, string>> = {
  deny: "Deny",
  allow: "Allow",
  watch: "Watch",
};

export const typeLabels: Readonly<Record<ListType, string>> = {
  email: "E-mail address",
  domain: "E-mail domain",
  phone: "Phone number",
  booker: "Your reference of the booker",
  device: "Device ID",
  ip: "IP address or network",
};

const kinds = [
  { value: "deny", label: "Deny", description: "Denied whatever the score is." },
  {
    value: "allow",
    label: "Allow",
    description:
      "Allowed whatever the score is, until the entry expires. The deny list comes first.",
  },
  { value: "watch", label: "Watch", description: "Marked, and decided as without the entry." },
] as const;

/** The list allow has no entry for what many people share. */
export const isAllowable = (type: ListType) => type !== "domain" && type !== "ip";

/** How long an entry of the list allow lasts unless another day is chosen. */
const allowedDays = 90;
const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export function useEntry(initial: ListKind | null) {
  const [kind, setKind] = useState<ListKind | null>(initial);
  const [reason, setReason] = useState("");
  const [expiresOn, setExpiresOn] = useState<string | null>(null);
  const byDefault = kind === "allow" ? dayOf(Date.now() + allowedDays * dayMs) : "";
  return {
    ...{ kind, setKind, reason, setReason, setExpiresOn },
    /** A day; "" for none. */
    expiresOn: expiresOn ?? byDefault,
  };
}

export function EntryFields({
  entry: { kind, setKind, reason, setReason, expiresOn, setExpiresOn },
  type,
  errors,
}: {
  entry: ReturnType<typeof useEntry>;
  type: ListType;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <>
      <RadioCards<ListKind>
        label="List"
        value={kind}
        options={kinds.filter(({ value }) => value !== "allow" || isAllowable(type))}
        onChange={setKind}
      />
      <TextField
        label="Reason"
        name="reason"
        required
        maxLength={500}
        hint="For whoever reads the entry later."
        error={errors.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label={kind === "allow" ? "Expires on" : "Expires on (optional)"}
        type="date"
        name="expiresAt"
        required={kind === "allow"}
        min={dayOf(Date.now() + dayMs)}
        hint="The entry applies until the beginning of this day, UTC."
        error={errors.expiresAt}
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.target.value)}
      />
    </>
  );
}
