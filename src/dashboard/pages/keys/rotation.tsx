/** Replaces a key without downtime: both keys work until the old one is revoked. */
import { type ReactNode, useState } from "react";
import type { KeySummary } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { Icon } from "../../components/icon.tsx";
import { Notice } from "../../components/page.tsx";
import { Time, timeAgo } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { ShownOnce } from "./new-key.tsx";
import { type CreatedKey, useKeys, useRefreshKeys } from "./use-keys.ts";

/** Twice as often as the service stores when each key was last used, which is every 10 s. */
const refreshEveryMs = 5_000;
/** The old key counts as unused after this time without a request. */
const quietMs = 5 * 60_000;

export function Rotation({
  old,
  next,
  onCreated,
  onClose,
}: {
  old: KeySummary;
  next: KeySummary | null;
  onCreated: (keyId: string) => void;
  onClose: () => void;
}) {
  useKeys(refreshEveryMs);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const isUsed = next?.lastUsedAt != null;
  const isQuiet = isQuietSince(old);
  const step = !next ? 1 : !isUsed || !isQuiet ? 2 : 3;
  return (
    <Dialog title={`Rotate ${old.name || old.display}`} onClose={onClose} wide persistent>
      <ol className="steps">
        <Step number={1} at={step} title="Create a new key">
          {!next && (
            <CreateNext
              old={old}
              onCreated={(key) => {
                setCreated(key);
                onCreated(key.keyId);
              }}
            />
          )}
          {created && <ShownOnce created={created} />}
          {next && !created && (
            <p className="muted">
              <code>{next.display}</code> was created <Time at={next.createdAt} />. If you did not
              store it, revoke it and start again.
            </p>
          )}
        </Step>
        <Step number={2} at={step} title="Deploy it and wait for the traffic to move">
          {next && <Traffic old={old} next={next} />}
        </Step>
        <Step number={3} at={step} title="Revoke the old key">
          {next && <RevokeOld old={old} isSafe={step === 3} onDone={onClose} />}
        </Step>
      </ol>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Step({
  number,
  at,
  title,
  children,
}: {
  number: number;
  at: number;
  title: string;
  children: ReactNode;
}) {
  const state = number < at ? "done" : number === at ? "now" : "";
  return (
    <li className={state} aria-current={state === "now" ? "step" : undefined}>
      <span className="number">{state === "done" ? <Icon name="check" /> : number}</span>
      <div className="body">
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

function CreateNext({
  old,
  onCreated,
}: {
  old: KeySummary;
  onCreated: (created: CreatedKey) => void;
}) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const { kind, allowedOrigins, allowedAddresses, rateLimit } = old;
  const name = nextName(old.name);
  const create = async () => {
    const input = {
      kind,
      name,
      rateLimit,
      allowedOrigins: allowedOrigins && [...allowedOrigins],
      allowedAddresses: allowedAddresses && [...allowedAddresses],
    };
    const created = await unwrap(api.projects({ projectId }).keys.post(input));
    await refresh();
    onCreated(created);
  };
  return (
    <Form action="Create new key" onSubmit={create}>
      {() => (
        <p className="muted">
          The new key is named “{name}”{keptText(old)}. The old key keeps working
          {old.expiresAt ? " until it expires, and the new one does not expire" : ""}.
        </p>
      )}
    </Form>
  );
}

function keptText({ allowedOrigins, allowedAddresses, rateLimit }: KeySummary): string {
  const kept = [
    allowedOrigins && "allowed origins",
    allowedAddresses && "allowed addresses",
    rateLimit !== null && "limit",
  ].filter(Boolean);
  return kept.length > 0 ? ` and has the same ${kept.join(" and ")}` : "";
}

/** "Booking server" becomes "Booking server 2", and that "Booking server 3". */
function nextName(name: string): string {
  const [, stem = name || "Key", count] = /^(.*?)(?: (\d{1,4}))?$/.exec(name) ?? [];
  return `${(stem || "Key").slice(0, 94)} ${Number(count ?? 1) + 1}`;
}

function Traffic({ old, next }: { old: KeySummary; next: KeySummary }) {
  return (
    <>
      <dl className="versus">
        {[
          { key: old, which: "Old" },
          { key: next, which: "New" },
        ].map(({ key, which }) => (
          <div key={which}>
            <dt>
              {which}: <code>{key.display}</code>
            </dt>
            <dd>
              {key.lastUsedAt ? (
                <>
                  Used <Time at={key.lastUsedAt} />
                </>
              ) : (
                "Not used yet"
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted small">
        {adviceFor(old, next)} This page refreshes by itself. You can close it and come back.
      </p>
    </>
  );
}

function adviceFor(old: KeySummary, next: KeySummary): string {
  if (!next.lastUsedAt) return "Waiting for the first call with the new key.";
  if (!isQuietSince(old)) return "The new key is in use, but something still uses the old one.";
  return "The new key is in use, and nothing has used the old one for five minutes.";
}

function isQuietSince({ lastUsedAt }: KeySummary): boolean {
  return lastUsedAt === null || Date.now() - Date.parse(lastUsedAt) >= quietMs;
}

function RevokeOld({
  old,
  isSafe,
  onDone,
}: {
  old: KeySummary;
  isSafe: boolean;
  onDone: () => void;
}) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const revoke = async () => {
    await unwrap(api.projects({ projectId }).keys({ keyId: old.keyId }).revoke.post());
    await refresh();
    showToast(`${old.name || old.display} revoked. The rotation is complete.`);
    onDone();
  };
  const reason = old.lastUsedAt
    ? `The old key was last used ${timeAgo(Date.parse(old.lastUsedAt), Date.now())}.`
    : "The new key has not been used yet.";
  return (
    <Form action={isSafe ? "Revoke old key" : "Revoke anyway"} onSubmit={revoke}>
      {() =>
        isSafe ? (
          <p className="muted">Nothing uses the old key any more. You cannot undo this.</p>
        ) : (
          <Notice variant="warn">
            {reason} Requests that still use the old key are rejected as soon as you revoke it.
          </Notice>
        )
      }
    </Form>
  );
}
