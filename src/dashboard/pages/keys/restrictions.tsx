/** When a key expires, from which addresses it is accepted, and how often. */
import { useState } from "react";
import type { KeyKind, KeySummary, ShownRestrictions } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Dialog } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { formatMinute, localTime } from "../../components/format.ts";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { useReplacing } from "../../components/use-replacing.ts";
import { useReadKey, useRefreshKeys } from "./use-keys.ts";

/** As they are typed; an empty text is no restriction. */
interface Typed {
  /** In the viewer's time zone, as `2027-05-01T09:00`. */
  expires: string;
  /** One on a line. */
  addresses: string;
  rateLimit: string;
}

export const noRestrictions: Typed = { expires: "", addresses: "", rateLimit: "" };

function typedFrom({ expiresAt, allowedAddresses, rateLimit }: KeySummary): Typed {
  return {
    expires: expiresAt === null ? "" : localTime(expiresAt),
    addresses: allowedAddresses?.join("\n") ?? "",
    rateLimit: rateLimit === null ? "" : String(rateLimit),
  };
}

const restrictionsOf = ({ expiresAt, allowedAddresses, rateLimit }: KeySummary) => ({
  expiresAt,
  allowedAddresses,
  rateLimit,
});

function restrictionsText({ expiresAt, allowedAddresses, rateLimit }: ShownRestrictions): string {
  const parts: string[] = [];
  if (expiresAt !== null) parts.push(`expires ${formatMinute(Date.parse(expiresAt))}`);
  if (allowedAddresses !== null) parts.push(`only from ${allowedAddresses.join(", ")}`);
  if (rateLimit !== null) parts.push(`${rateLimit} requests per second at most`);
  return parts.join("; ") || "no restriction";
}

/** As the API has them. */
export function restrictionsFrom({ expires, addresses, rateLimit }: Typed, kind: KeyKind) {
  const networks = kind === "secret" ? addresses.split(/[\s,]+/).filter(Boolean) : [];
  return {
    expiresAt: expires ? new Date(expires).toISOString() : null,
    allowedAddresses: networks.length > 0 ? networks : null,
    rateLimit: rateLimit ? Number(rateLimit) : null,
  };
}

export function RestrictionFields({
  kind,
  value,
  onChange,
  errors,
}: {
  kind: KeyKind;
  value: Typed;
  onChange: (typed: Typed) => void;
  errors: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <>
      <TextField
        label="Expires"
        hint="In your time zone. Leave empty for a key that does not expire."
        type="datetime-local"
        error={errors.expiresAt}
        value={value.expires}
        onChange={(event) => onChange({ ...value, expires: event.target.value })}
      />
      {kind === "secret" && (
        <TextArea
          label="Allowed addresses"
          hint="One per line. Only servers with these addresses can use the key. Leave empty to allow any address."
          placeholder={"203.0.113.0/24\n2001:db8::1"}
          error={errors.allowedAddresses}
          value={value.addresses}
          onChange={(addresses) => onChange({ ...value, addresses })}
        />
      )}
      <TextField
        label="Requests per second"
        hint="Leave empty for no limit of its own."
        type="number"
        min={1}
        step={1}
        error={errors.rateLimit}
        value={value.rateLimit}
        onChange={(event) => onChange({ ...value, rateLimit: event.target.value })}
      />
    </>
  );
}

export function RestrictionsDialog({
  apiKey: key,
  onClose,
}: {
  apiKey: KeySummary;
  onClose: () => void;
}) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const [before] = useState(() => typedFrom(key));
  const [typed, setTyped] = useState(before);
  const readKey = useReadKey(key.keyId);
  const replacing = useReplacing(restrictionsOf(key), {
    read: async () => restrictionsOf(await readKey()),
    text: restrictionsText,
  });
  const submit = async () => {
    const wanted = restrictionsFrom(typed, key.kind);
    // Only what was changed: an end that has passed cannot be set again.
    const changes = {
      ...(typed.expires !== before.expires && { expiresAt: wanted.expiresAt }),
      ...(typed.addresses !== before.addresses && { allowedAddresses: wanted.allowedAddresses }),
      ...(typed.rateLimit !== before.rateLimit && { rateLimit: wanted.rateLimit }),
    };
    const { restrictions } = api.projects({ projectId }).keys({ keyId: key.keyId });
    await replacing(async ({ allowedAddresses, ...others }) => {
      const replaces = { ...others, allowedAddresses: allowedAddresses && [...allowedAddresses] };
      return restrictionsOf(await unwrap(restrictions.put({ ...changes, replaces })));
    });
    await refresh();
    showToast("Saved. The change applies from the next request.");
  };
  return (
    <Dialog title={`Restrictions of ${key.name || key.display}`} onClose={onClose}>
      <Form action="Save" onCancel={onClose} onDone={onClose} onSubmit={submit}>
        {(errors) => (
          <RestrictionFields kind={key.kind} value={typed} onChange={setTyped} errors={errors} />
        )}
      </Form>
    </Dialog>
  );
}

/** Beside a key's name. */
export function RestrictionsSummary({
  apiKey: { expiresAt, allowedAddresses, rateLimit, revokedAt },
}: {
  apiKey: KeySummary;
}) {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <>
      {allowedAddresses && (
        <span className="muted small">Only from {allowedAddresses.join(", ")}</span>
      )}
      {rateLimit !== null && (
        <span className="muted small">
          At most {rateLimit} {rateLimit === 1 ? "request" : "requests"} per second
        </span>
      )}
      {expiresAt && revokedAt === null && (
        <span className={isExpired ? "badge danger" : "muted small"}>
          {isExpired ? "Expired" : "Expires"} <Time at={expiresAt} />
        </span>
      )}
    </>
  );
}
