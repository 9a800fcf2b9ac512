import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PasskeySummary } from "../../../http/dashboard-api/passkeys.ts";
import { api, unwrap } from "../../api/client.ts";
import { addPasskey, canUsePasskeys } from "../../api/passkeys.ts";
import { useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { NameField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { browserName } from "./browser-name.ts";

const queryKey = ["passkeys"] as const;

export function Passkeys() {
  const [isAdding, setAdding] = useState(false);
  const passkeys = useQuery({ queryKey, queryFn: () => unwrap(api.account.passkeys.get()) });
  return (
    <section className="settings-card" aria-label="Passkeys">
      <div>
        <h2>Passkeys</h2>
        <p>
          Sign in with a fingerprint, your face or a PIN. A passkey counts as a second factor, and
          no other site can ask for it.
        </p>
      </div>
      <div className="stack">
        {passkeys.error && <ErrorNotice error={passkeys.error} />}
        {passkeys.data && passkeys.data.length > 0 && <PasskeyTable passkeys={passkeys.data} />}
        {canUsePasskeys() ? (
          <div>
            <Button icon="key" onClick={() => setAdding(true)}>
              Add a passkey
            </Button>
          </div>
        ) : (
          <p className="muted">
            Passkeys need a browser that supports them, and a connection with TLS.
          </p>
        )}
        {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      </div>
    </section>
  );
}

function useRefreshPasskeys(): () => Promise<void> {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  return async () => {
    await client.invalidateQueries({ queryKey });
    await refreshSession();
  };
}

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshPasskeys();
  const [name, setName] = useState(browserName(navigator.userAgent));
  const add = async () => {
    await addPasskey(name);
    showToast("Passkey added");
    await refresh();
  };
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <p className="muted">
        Your browser will ask where to save it. Your other sessions will end, and the password alone
        will no longer be enough.
      </p>
      <Form action="Add" onSubmit={add} onDone={onClose} onCancel={onClose}>
        {(errors) => (
          <NameField
            label="Name"
            hint="For example, the name of the device."
            error={errors.name}
            value={name}
            onChange={setName}
          />
        )}
      </Form>
    </Dialog>
  );
}

function PasskeyTable({ passkeys }: { passkeys: readonly PasskeySummary[] }) {
  return (
    <div className="card">
      <Table columns={["Name", "Stored", "Added"]} actions="Actions">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.passkeyId} passkey={passkey} />
        ))}
      </Table>
    </div>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeySummary }) {
  const { passkeyId, name } = passkey;
  const refresh = useRefreshPasskeys();
  const [dialog, setDialog] = useState<"rename" | "remove" | null>(null);
  const [newName, setNewName] = useState(name);
  const close = () => setDialog(null);
  const endpoint = api.account.passkeys({ passkeyId });
  return (
    <tr>
      <td className="name">{name}</td>
      <td data-label="Stored">{passkey.isSynchronised ? "On several devices" : "On one device"}</td>
      <td data-label="Added">
        <Time at={passkey.addedAt} />
      </td>
      <td className="end">
        <Button variant="plain" onClick={() => setDialog("rename")}>
          Rename
        </Button>
        <Button variant="plain" onClick={() => setDialog("remove")}>
          Remove
        </Button>
        {dialog === "rename" && (
          <Dialog title={`Rename ${name}`} onClose={close}>
            <Form
              action="Save"
              onCancel={close}
              onDone={close}
              onSubmit={async () => {
                await unwrap(endpoint.name.put({ name: newName }));
                await refresh();
              }}
            >
              {(errors) => (
                <NameField label="Name" error={errors.name} value={newName} onChange={setNewName} />
              )}
            </Form>
          </Dialog>
        )}
        {dialog === "remove" && (
          <ConfirmDialog
            title={`Remove ${name}?`}
            action="Remove"
            onClose={close}
            onConfirm={async () => {
              await unwrap(endpoint.remove.post());
              await refresh();
              showToast("Passkey removed");
            }}
          >
            <p>
              You can no longer sign in with it. Delete it in your device or password manager, too.
            </p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
