import { useState } from "react";
import { useSearchParams } from "wouter";
import type { KeySummary } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Menu, type MenuEntry } from "../../components/menu.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { Origins, originsFrom, originsText } from "./origins.tsx";
import { useRefreshKeys } from "./use-keys.ts";

type Doing = "rename" | "origins" | "revoke" | null;

export function KeyTable({ keys }: { keys: readonly KeySummary[] }) {
  return (
    <table className="table keys">
      <thead>
        <tr>
          <th>Name</th>
          <th>Key</th>
          <th>Last used</th>
          <th>Made</th>
          <th>
            <span className="visually-hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.keyId} of={key} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ of: key }: { of: KeySummary }) {
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <span>{key.name || "Without a name"}</span>
          {key.allowedOrigins && (
            <span className="muted small">Only {key.allowedOrigins.join(", ")}</span>
          )}
        </div>
      </td>
      <td data-label="Key">
        <code>{key.display}</code>
      </td>
      <td data-label="Last used">
        {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : <span className="badge">never</span>}
      </td>
      <td data-label={key.revokedAt ? "Revoked" : "Made"}>
        {key.revokedAt ? (
          <span>
            Revoked <Time at={key.revokedAt} />
          </span>
        ) : (
          <Time at={key.createdAt} />
        )}
      </td>
      <td className="end">
        <KeyMenu of={key} onDo={setDoing} />
        {doing === "rename" && <Rename of={key} onClose={close} />}
        {doing === "origins" && <ChangeOrigins of={key} onClose={close} />}
        {doing === "revoke" && <Revoke of={key} onClose={close} />}
      </td>
    </tr>
  );
}

function KeyMenu({ of: key, onDo }: { of: KeySummary; onDo: (doing: Doing) => void }) {
  const project = useProject();
  const [, setSearch] = useSearchParams();
  const isOld = key.revokedAt !== null;
  const entries: MenuEntry[] = [];
  if (can(project, "key.set")) {
    entries.push({ label: "Rename", icon: "gear", onSelect: () => onDo("rename") });
    if (key.kind === "publishable" && !isOld) {
      entries.push({ label: "Allowed origins", icon: "globe", onSelect: () => onDo("origins") });
    }
  }
  if (!isOld && can(project, "key.create") && can(project, "key.revoke")) {
    const rotate = () => setSearch({ rotate: key.keyId }, { replace: true });
    entries.push({ label: "Rotate", icon: "turn", onSelect: rotate });
  }
  if (!isOld && can(project, "key.revoke")) {
    entries.push(null, {
      ...{ label: "Revoke", icon: "close", danger: true },
      onSelect: () => onDo("revoke"),
    });
  }
  if (entries.length === 0) return null;
  return <Menu label={`What to do with ${key.name || key.display}`} entries={entries} />;
}

type DialogProps = { of: KeySummary; onClose: () => void };

function Rename({ of: key, onClose }: DialogProps) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const [name, setName] = useState(key.name);
  return (
    <Dialog title="Rename the key" onClose={onClose}>
      <Form
        action="Save"
        onCancel={onClose}
        onDone={onClose}
        onSubmit={async () => {
          await unwrap(api.projects({ projectId }).keys({ keyId: key.keyId }).name.put({ name }));
          await refresh();
          showToast("Saved");
        }}
      >
        {(errors) => (
          <TextField
            label="Name"
            name="name"
            required
            maxLength={100}
            error={errors.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}

function ChangeOrigins({ of: key, onClose }: DialogProps) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const [text, setText] = useState(originsText(key.allowedOrigins));
  return (
    <Dialog title={`Allowed origins of ${key.name || key.display}`} onClose={onClose}>
      <Form
        action="Save"
        onCancel={onClose}
        onDone={onClose}
        onSubmit={async () => {
          const allowedOrigins = originsFrom(text);
          const { keyId } = key;
          await unwrap(api.projects({ projectId }).keys({ keyId }).origins.put({ allowedOrigins }));
          await refresh();
          showToast("Saved. It holds from the next request on.");
        }}
      >
        {(errors) => <Origins value={text} onChange={setText} error={errors.allowedOrigins} />}
      </Form>
    </Dialog>
  );
}

function Revoke({ of: key, onClose }: DialogProps) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const revoke = async () => {
    await unwrap(api.projects({ projectId }).keys({ keyId: key.keyId }).revoke.post());
    await refresh();
    showToast(`${key.name || key.display} is revoked`);
  };
  return (
    <ConfirmDialog
      title={`Revoke ${key.name || key.display}?`}
      action="Revoke"
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>
        No request with <code>{key.display}</code> is accepted from then on. This cannot be taken
        back.
      </p>
      <p>
        {key.lastUsedAt ? (
          <>
            It was last used <Time at={key.lastUsedAt} />. If it may still be in use, rotate it
            instead: that shows when nothing uses it any more.
          </>
        ) : (
          "It was never used."
        )}
      </p>
    </ConfirmDialog>
  );
}
