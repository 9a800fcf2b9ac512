import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useMe, useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { PasswordField, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { QrCode } from "./qr-code.tsx";

type Doing = "start" | "codes" | "end" | null;

export function TwoFactor() {
  const { twoFactor } = useMe();
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  return (
    <section className="settings-card">
      <div>
        <h2>Two-factor sign-in</h2>
        <p>A code from an app on your phone, beside the password.</p>
      </div>
      <div className="stack">
        {twoFactor ? (
          <>
            <div>
              <span className="badge ok">On</span>
            </div>
            <div className="row">
              <Button onClick={() => setDoing("codes")}>New backup codes</Button>
              <Button variant="danger" onClick={() => setDoing("end")}>
                Turn off
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className="muted">
              Off. Whoever learns your password can sign in as you, and make keys.
            </p>
            <div>
              <Button variant="primary" icon="shield" onClick={() => setDoing("start")}>
                Turn on
              </Button>
            </div>
          </>
        )}
        {doing === "start" && <Start onClose={close} />}
        {doing === "codes" && <NewCodes onClose={close} />}
        {doing === "end" && <End onClose={close} />}
      </div>
    </section>
  );
}

type Begun = { uri: string; backupCodes: string[] };

function Start({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSession();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  if (!begun) {
    return (
      <PasswordDialog
        title="Turn two-factor sign-in on"
        action="Go on"
        onClose={onClose}
        onPassword={async (password) => {
          setBegun(await unwrap(api.account["two-factor"].post({ password })));
        }}
      />
    );
  }
  if (!isConfirmed) {
    return <Scan begun={begun} onClose={onClose} onConfirmed={() => setConfirmed(true)} />;
  }
  const done = async () => {
    await refresh();
    onClose();
  };
  return <BackupCodes codes={begun.backupCodes} onDone={() => void done()} />;
}

function Scan({
  begun,
  onClose,
  onConfirmed,
}: {
  begun: Begun;
  onClose: () => void;
  onConfirmed: () => void;
}) {
  const [code, setCode] = useState("");
  const secret = new URL(begun.uri).searchParams.get("secret") ?? "";
  return (
    <Dialog title="Scan this with your authenticator app" onClose={onClose}>
      <QrCode text={begun.uri} label="The secret for your authenticator app, as a QR code" />
      <div className="field">
        <span className="label">Or type it in</span>
        <CopyField text={secret} label="the secret" />
      </div>
      <Form
        action="Turn on"
        onCancel={onClose}
        onDone={onConfirmed}
        onSubmit={() => unwrap(api.account["two-factor"].confirm.post({ code }))}
      >
        {() => (
          <TextField
            label="The code that the app shows now"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}

function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Dialog title="Your backup codes" onClose={onDone} sticky>
      <Notice variant="warn">
        Without your phone these are the way in. Each works once. They are not shown again.
      </Notice>
      <ul className="codes" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyField text={codes.join(" ")} label="the backup codes" />
      <div className="form">
        <div className="actions">
          <Button variant="primary" onClick={onDone}>
            I have stored them
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <BackupCodes codes={codes} onDone={onClose} />;
  return (
    <PasswordDialog
      title="New backup codes"
      action="Make new codes"
      onClose={onClose}
      onPassword={async (password) => {
        const doors = api.account["two-factor"];
        setCodes((await unwrap(doors["backup-codes"].post({ password }))).backupCodes);
      }}
    />
  );
}

function End({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSession();
  return (
    <PasswordDialog
      title="Turn two-factor sign-in off"
      action="Turn off"
      onClose={onClose}
      onPassword={async (password) => {
        await unwrap(api.account["two-factor"].end.post({ password }));
        await refresh();
        showToast("Two-factor sign-in is off");
        onClose();
      }}
    />
  );
}

function PasswordDialog({
  title,
  action,
  onPassword,
  onClose,
}: {
  title: string;
  action: string;
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const [password, setPassword] = useState("");
  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={action} onCancel={onClose} onSubmit={() => onPassword(password)}>
        {(errors) => (
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            required
            error={errors.currentPassword}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}
