/** Erases a guest: what is stored is shown first, and the owner types that it is meant. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listLimits } from "../../../decisions/lists/limits.ts";
import type { Receipt } from "../../../decisions/privacy/erase.ts";
import type { StoredOfGuest } from "../../../decisions/privacy/guest-records.ts";
import type { ListKind } from "../../../storage/port/lists.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { integers } from "../../components/charts/number-format.ts";
import { Dialog } from "../../components/dialog.tsx";
import { RadioCards, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { kindTitles } from "../lists/entry-fields.tsx";
import { GuestFields, kindText, useGuest } from "./guest-fields.tsx";

/** As the API asks for it. */
const confirmation = "erase";

export function EraseDialog({
  onClose,
  onErased,
}: {
  onClose: () => void;
  onErased: (receipt: Receipt) => void;
}) {
  const { projectId } = useProject();
  const guest = useGuest();
  const { kind, value } = guest;
  const [stored, setStored] = useState<StoredOfGuest | null>(null);
  const find = async () =>
    setStored(await unwrap(api.projects({ projectId }).guests.stored.post({ kind, value })));
  return (
    <Dialog title="Erase a guest" onClose={onClose}>
      {stored === null ? (
        <Form
          action="Show what is stored"
          onSubmit={find}
          onCancel={onClose}
          isReady={value.trim() !== ""}
        >
          {(errors) => <GuestFields guest={guest} errors={errors} />}
        </Form>
      ) : (
        <Confirmation
          kind={kind}
          value={value}
          stored={stored}
          onErased={onErased}
          onBack={() => setStored(null)}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

function Confirmation({
  kind,
  value,
  stored,
  onErased,
  onBack,
  onDone,
}: {
  kind: string;
  value: string;
  stored: StoredOfGuest;
  onErased: (receipt: Receipt) => void;
  onBack: () => void;
  onDone: () => void;
}) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const [confirm, setConfirm] = useState("");
  const kept = useKeptEntries(stored);
  const erase = async () => {
    const body = { kind, value, confirm: confirm.trim(), ...kept.asked };
    onErased(await unwrap(api.projects({ projectId }).guests.erase.post(body)));
    // Lists, figures and decisions that were read before may have the guest.
    client.removeQueries({ type: "inactive" });
    await client.invalidateQueries();
  };
  return (
    <Form
      action="Erase"
      isDangerous
      cancel="Back"
      onSubmit={erase}
      onDone={onDone}
      onCancel={onBack}
      isReady={confirm.trim() === confirmation && kept.isReady}
    >
      {(errors) => (
        <>
          <p>
            {kindText(kind)} <bdi>{value.trim()}</bdi>
          </p>
          <Stored stored={stored} />
          <KeptEntries kept={kept} error={errors.keptBecause} />
          <TextField
            label={`Type “${confirmation}” to confirm`}
            name="confirm"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            error={errors.confirm}
            value={confirm}
            onChange={(event) => setConfirm(event.target.value)}
          />
        </>
      )}
    </Form>
  );
}

type EntryChoice = "delete" | "keep";

/** Whether the entries that are against the guest are kept: to be chosen where there are any. */
function useKeptEntries({ listEntries }: StoredOfGuest) {
  const isAsked = listEntries.some((one) => one.canBeKept);
  const [choice, setChoice] = useState<EntryChoice | null>(null);
  const [reason, setReason] = useState("");
  const keeps = isAsked && choice === "keep";
  return {
    isAsked,
    choice,
    setChoice,
    reason,
    setReason,
    isReady: !isAsked || (keeps ? reason.trim() !== "" : choice !== null),
    asked: keeps ? { keptBecause: reason } : {},
  };
}

function KeptEntries({
  kept: { isAsked, choice, setChoice, reason, setReason },
  error,
}: {
  kept: ReturnType<typeof useKeptEntries>;
  error: string | undefined;
}) {
  if (!isAsked) return null;
  return (
    <>
      <RadioCards<EntryChoice>
        label="Entries on the deny and watch lists"
        value={choice}
        options={[
          {
            value: "delete",
            label: "Delete",
            description: "The guest’s next booking is scored like any other.",
          },
          {
            value: "keep",
            label: "Keep as keyed hashes",
            description:
              "They still apply to the guest’s bookings. Their values and old reasons are deleted.",
          },
        ]}
        onChange={setChoice}
      />
      {choice === "keep" && (
        <TextField
          label="Why they are kept"
          name="keptBecause"
          hint="Without anything that identifies the guest. It is shown on the list."
          autoComplete="off"
          maxLength={listLimits.reason}
          required
          error={error}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </>
  );
}

/** The entries that hold the guest, in short. */
function GuestEntries({ entries }: { entries: StoredOfGuest["listEntries"] }) {
  if (entries.length === 0) return null;
  return (
    <ul className="small" aria-label="List entries">
      {entries.map(({ entryId, kind, reason, createdAt, archivedAt }) => (
        <li key={entryId}>
          {kindTitles[kind as ListKind] ?? "One-time pass"}, <Time at={createdAt} />
          {archivedAt && " (archived)"}: {reason}
        </li>
      ))}
    </ul>
  );
}

/** What will be deleted. */
function Stored({
  stored: { decisions, more, oldestAt, newestAt, visits, listEntries },
}: {
  stored: StoredOfGuest;
}) {
  if (decisions + visits + listEntries.length === 0) {
    return (
      <Notice>
        Nothing is stored of this guest now. An erasure still leaves a receipt, and is repeated in
        restored backups.
      </Notice>
    );
  }
  return (
    <>
      <dl className="facts" aria-label="What will be deleted">
        <div>
          <dt>Decisions</dt>
          <dd>
            {more ? `more than ${integers.format(decisions)}` : integers.format(decisions)}
            {oldestAt && (
              <>
                , {more || oldestAt === newestAt ? "from" : "the first"} <Time at={oldestAt} />
              </>
            )}
            {newestAt && !more && newestAt !== oldestAt && (
              <>
                , the last <Time at={newestAt} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Visits</dt>
          <dd>{more ? `more than ${integers.format(visits)}` : integers.format(visits)}</dd>
        </div>
        <div>
          <dt>List entries</dt>
          <dd>
            {integers.format(listEntries.length)}
            <GuestEntries entries={listEntries} />
          </dd>
        </div>
      </dl>
      <p>
        All of it will be deleted, with outcomes, reviews and reasons. It no longer counts in any
        figures. You cannot undo this.
      </p>
    </>
  );
}
