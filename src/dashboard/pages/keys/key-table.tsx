import { useState } from "react";
import { useSearchParams } from "wouter";
import type { KeySummary } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { MenuEntry } from "../../components/dropdown-menu.tsx";
import { NameField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Menu } from "../../components/menu.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { useReplacing } from "../../components/use-replacing.ts";
import { Origins, originsFrom, originsText } from "./origins.tsx";
import { RestrictionsDialog, RestrictionsSummary } from "./restrictions.tsx";
import { useReadKey, useRefreshKeys, useReplaceKey } from "./use-keys.ts";

type OpenDialog = "rename" | "origins" | "restrictions" | "revoke" | null;

export function KeyTable({ keys }: { keys: readonly KeySummary[] }) {
  return (
    <Table kind="keys" columns={["Name", "Key", "Last used", "Created"]} actions="Actions">
      {keys.map((key) => (
        <KeyRow key={key.keyId} apiKey={key} />
      ))}
    </Table>
  );
}

function KeyRow({ apiKey: key }: { apiKey: KeySummary }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <span>{key.name || "Unnamed"}</span>
          {key.allowedOrigins && (
            <span className="muted small">Only from {key.allowedOrigins.join(", ")}</span>
          )}
          <RestrictionsSummary apiKey={key} />
        </div>
      </td>
      <td data-label="Key">
        <code>{key.display}</code>
      </td>
      <td data-label="Last used">
        {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : <span className="badge">Never</span>}
      </td>
      <td data-label={key.revokedAt ? "Revoked" : "Created"}>
        {key.revokedAt ? (
          <span>
            Revoked <Time at={key.revokedAt} />
          </span>
        ) : (
          <Time at={key.createdAt} />
        )}
      </td>
      <td className="end">
        <KeyMenu apiKey={key} onOpen={setDialog} />
        {dialog === "rename" && <RenameDialog apiKey={key} onClose={close} />}
        {dialog === "origins" && <OriginsDialog apiKey={key} onClose={close} />}
        {dialog === "restrictions" && <RestrictionsDialog apiKey={key} onClose={close} />}
        {dialog === "revoke" && <RevokeDialog apiKey={key} onClose={close} />}
      </td>
    </tr>
  );
}

function KeyMenu({
  apiKey: key,
  onOpen,
}: {
  apiKey: KeySummary;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const project = useProject();
  const [, setSearch] = useSearchParams();
  const isRevoked = key.revokedAt !== null;
  const entries: MenuEntry[] = [];
  if (can(project, "key.set")) {
    entries.push({ label: "Rename", icon: "gear", onSelect: () => onOpen("rename") });
    if (key.kind === "publishable" && !isRevoked) {
      entries.push({ label: "Allowed origins", icon: "globe", onSelect: () => onOpen("origins") });
    }
    if (!isRevoked) {
      const onSelect = () => onOpen("restrictions");
      entries.push({ label: "Restrictions", icon: "shield", onSelect });
    }
  }
  if (!isRevoked && can(project, "key.create") && can(project, "key.revoke")) {
    const rotate = () => setSearch({ rotate: key.keyId }, { replace: true });
    entries.push({ label: "Rotate", icon: "turn", onSelect: rotate });
  }
  if (!isRevoked && can(project, "key.revoke")) {
    entries.push(null, {
      label: "Revoke",
      icon: "close",
      danger: true,
      onSelect: () => onOpen("revoke"),
    });
  }
  if (entries.length === 0) return null;
  return <Menu label={`Actions for ${key.name || key.display}`} entries={entries} />;
}

type DialogProps = { apiKey: KeySummary; onClose: () => void };

function RenameDialog({ apiKey: key, onClose }: DialogProps) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const [name, setName] = useState(key.name);
  return (
    <Dialog title="Rename key" onClose={onClose}>
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
        {(errors) => <NameField label="Name" error={errors.name} value={name} onChange={setName} />}
      </Form>
    </Dialog>
  );
}

function OriginsDialog({ apiKey: key, onClose }: DialogProps) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const [text, setText] = useState(originsText(key.allowedOrigins));
  const readKey = useReadKey(key.keyId);
  const replacing = useReplacing(key.allowedOrigins, {
    read: async () => (await readKey()).allowedOrigins,
    text: (origins) => origins?.join(", ") ?? "any origin",
  });
  const { origins } = api.projects({ projectId }).keys({ keyId: key.keyId });
  return (
    <Dialog title={`Allowed origins for ${key.name || key.display}`} onClose={onClose}>
      <Form
        action="Save"
        onCancel={onClose}
        onDone={onClose}
        onSubmit={async () => {
          const allowedOrigins = originsFrom(text);
          await replacing(async (shown) => {
            const replaces = shown && [...shown];
            return (await unwrap(origins.put({ allowedOrigins, replaces }))).allowedOrigins;
          });
          await refresh();
          showToast("Saved. The change applies from the next request.");
        }}
      >
        {(errors) => <Origins value={text} onChange={setText} error={errors.allowedOrigins} />}
      </Form>
    </Dialog>
  );
}

function RevokeDialog({ apiKey: key, onClose }: DialogProps) {
  const { projectId } = useProject();
  const replace = useReplaceKey();
  const revoke = async () => {
    const { keyId } = key;
    await replace(await unwrap(api.projects({ projectId }).keys({ keyId }).revoke.post()));
    showToast(`${key.name || key.display} revoked`);
  };
  return (
    <ConfirmDialog
      title={`Revoke ${key.name || key.display}?`}
      action="Revoke"
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>
        Requests with <code>{key.display}</code> are rejected from now on. You cannot undo this.
      </p>
      <p>
        {key.lastUsedAt ? (
          <>
            It was last used <Time at={key.lastUsedAt} />. If it may still be in use, rotate it
            instead: the rotation shows you when nothing uses the old key any more.
          </>
        ) : (
          "It has never been used."
        )}
      </p>
    </ConfirmDialog>
  );
}
