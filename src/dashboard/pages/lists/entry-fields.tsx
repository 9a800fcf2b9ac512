/** What every entry of a list has, whatever its value. */
import { useState } from "react";
import { dayMs } from "../../../base/durations.ts";
import { listLimits, neverAllowed } from "../../../decisions/lists/limits.ts";
import type { ListKind, ListType } from "../../../storage/port/lists.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { RadioCards, TextField } from "../../components/field.tsx";
import { showToast } from "../../components/toast.tsx";
import { useRefreshLists } from "./use-lists.ts";

export const kindTitles: Readonly<Record<ListKind, string>> = {
  deny: "Deny",
  allow: "Allow",
  watch: "Watch",
};

export const typeLabels: Readonly<Record<ListType, string>> = {
  email: "E-mail address",
  domain: "E-mail domain",
  phone: "Phone number",
  booker: "Your booker reference",
  device: "Device ID",
  ip: "IP address or network",
};

const kinds = [
  { value: "deny", label: "Deny", description: "Denied, whatever the score." },
  {
    value: "allow",
    label: "Allow",
    description:
      "Allowed, whatever the score, until the entry expires. The deny list takes precedence.",
  },
  { value: "watch", label: "Watch", description: "Marked. The decision does not change." },
] as const;

/** How long an entry of the allow list lasts unless another day is chosen. */
const allowedDays = 90;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** An entry that is to be added; without its value, for which there are two ways of choosing it. */
export function useEntry(initial: ListKind | null, initialType: ListType = "email") {
  const { projectId } = useProject();
  const refresh = useRefreshLists();
  const [kind, setKind] = useState<ListKind | null>(initial);
  const [type, setType] = useState<ListType>(initialType);
  const [reason, setReason] = useState("");
  const [chosenDay, setExpiresOn] = useState<string | null>(null);
  const [review, setReview] = useState(false);
  const byDefault = kind === "allow" ? dayOf(Date.now() + allowedDays * dayMs) : "";
  const expiresOn = chosenDay ?? byDefault;
  const send = async (value: { type: ListType; value: string; decisionId?: string }) => {
    if (kind === null) return;
    const body = {
      ...value,
      kind,
      reason,
      expiresAt: expiresOn || null,
      review: kind === "watch" && review,
    };
    await unwrap(api.projects({ projectId }).lists.entries.post(body));
  };
  return {
    send,
    kind,
    setKind,
    type,
    reason,
    setReason,
    setExpiresOn,
    review,
    setReview,
    /** A day; "" for none. */
    expiresOn,
    isReady: kind !== null && reason.trim() !== "",
    setType(next: ListType) {
      setType(next);
      if (kind === "allow" && neverAllowed.includes(next)) setKind(null);
    },
    async add(value: Parameters<typeof send>[0]) {
      await send(value);
      await refresh();
      showToast("Added. It applies from the next booking.");
    },
  };
}

export function EntryFields({
  entry: { kind, setKind, reason, setReason, expiresOn, setExpiresOn, review, setReview },
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
        options={kinds.filter(({ value }) => value !== "allow" || !neverAllowed.includes(type))}
        onChange={setKind}
      />
      {kind === "watch" && (
        <label className="row">
          <input
            type="checkbox"
            checked={review}
            onChange={(event) => setReview(event.target.checked)}
          />
          Send its bookings to review
        </label>
      )}
      <ReasonField
        hint="For colleagues who read the entry later."
        error={errors.reason}
        value={reason}
        onChange={setReason}
      />
      <TextField
        label={kind === "allow" ? "Expires on" : "Expires on (optional)"}
        type="date"
        name="expiresAt"
        required={kind === "allow"}
        min={dayOf(Date.now() + dayMs)}
        hint="The entry applies until the start of this day (UTC)."
        error={errors.expiresAt}
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.target.value)}
      />
    </>
  );
}

/** Why a person decides instead of the model. */
export function ReasonField({
  onChange,
  ...more
}: {
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (reason: string) => void;
}) {
  return (
    <TextField
      {...more}
      label="Reason"
      name="reason"
      required
      maxLength={listLimits.reason}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
