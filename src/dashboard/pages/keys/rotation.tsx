/** Putting a new key in the place of an old one without a moment in which none works. */
import { type ReactNode, useState } from "react";
import type { KeySummary } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { Icon } from "../../components/icon.tsx";
import { Notice } from "../../components/page.tsx";
import { Time, timeAgo } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import type { MadeKey } from "./made-key.ts";
import { ShownOnce } from "./new-key.tsx";
import { useKeys, useRefreshKeys } from "./use-keys.ts";

/** How often it looks which key the traffic uses; the service writes that down every 10 s. */
const lookEveryMs = 5_000;
/** How long nothing may have used the old key before it seems safe to revoke, ms. */
const quietMs = 5 * 60_000;

export function Rotation({
  old,
  next,
  onMade,
  onClose,
}: {
  old: KeySummary;
  next: KeySummary | null;
  onMade: (keyId: string) => void;
  onClose: () => void;
}) {
  useKeys(lookEveryMs);
  const [made, setMade] = useState<MadeKey | null>(null);
  const isUsed = next?.lastUsedAt != null;
  const isQuiet = isQuietSince(old);
  const step = !next ? 1 : !isUsed || !isQuiet ? 2 : 3;
  return (
    <Dialog title={`Rotate ${old.name || old.display}`} onClose={onClose} wide sticky>
      <ol className="steps">
        <Step number={1} at={step} title="Make a new key">
          {!next && (
            <MakeNext
              old={old}
              onMade={(key) => {
                setMade(key);
                onMade(key.keyId);
              }}
            />
          )}
          {made && <ShownOnce made={made} />}
          {next && !made && (
            <p className="muted">
              <code>{next.display}</code> was made <Time at={next.createdAt} />. If you did not
              store it, revoke it and begin again.
            </p>
          )}
        </Step>
        <Step number={2} at={step} title="Deploy it, and watch the traffic move">
          {next && <Traffic old={old} next={next} />}
        </Step>
        <Step number={3} at={step} title="Revoke the old key">
          {next && <RevokeOld old={old} isSafe={step === 3} onDone={onClose} />}
        </Step>
      </ol>
      <div className="form">
        <div className="actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
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

function MakeNext({ old, onMade }: { old: KeySummary; onMade: (made: MadeKey) => void }) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const { kind, allowedOrigins } = old;
  const name = nextName(old.name);
  const make = async () => {
    const asked = { kind, name, allowedOrigins: allowedOrigins && [...allowedOrigins] };
    const made = await unwrap(api.projects({ projectId }).keys.post(asked));
    await refresh();
    onMade(made);
  };
  return (
    <Form action="Make the new key" onSubmit={make}>
      {() => (
        <p className="muted">
          It is called “{name}”{allowedOrigins ? " and has the same allowed origins" : ""}. The old
          one goes on working.
        </p>
      )}
    </Form>
  );
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
        {adviceOn(old, next)} This page looks again by itself; you can close it and come back.
      </p>
    </>
  );
}

function adviceOn(old: KeySummary, next: KeySummary): string {
  if (!next.lastUsedAt) return "Waiting for the first call with the new key.";
  if (!isQuietSince(old)) return "The new key is in use, and something still uses the old one.";
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
    showToast(`${old.name || old.display} is revoked; the rotation is done`);
    onDone();
  };
  const lastUse = old.lastUsedAt
    ? `last used ${timeAgo(Date.parse(old.lastUsedAt), Date.now())}`
    : "";
  return (
    <Form action={isSafe ? "Revoke the old key" : "Revoke it all the same"} onSubmit={revoke}>
      {() =>
        isSafe ? (
          <p className="muted">Nothing uses it any more. It cannot be brought back.</p>
        ) : (
          <Notice variant="warn">
            Better wait{lastUse ? `: the old key was ${lastUse}` : ""}. Whatever still uses it is
            refused from the moment that you revoke it.
          </Notice>
        )
      }
    </Form>
  );
}
