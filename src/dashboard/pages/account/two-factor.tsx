import { useState } from "react";
import { encode } from "uqr";
import { api, unwrap } from "../../api/client.ts";
import { useMe, useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { PasswordField, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";

type OpenDialog = "turn-on" | "codes" | "turn-off" | null;

export function TwoFactor() {
  const { hasApp, twoFactor } = useMe();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <section className="settings-card">
      <div>
        <h2>Two-factor authentication</h2>
        <p>Requires a code from an app on your phone in addition to your password.</p>
      </div>
      <div className="stack">
        {hasApp ? (
          <>
            <div>
              <span className="badge ok">On</span>
            </div>
            <div className="row">
              <Button onClick={() => setDialog("codes")}>New backup codes</Button>
              <Button variant="danger" onClick={() => setDialog("turn-off")}>
                Turn off
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className="muted">
              {twoFactor
                ? "Off. You sign in with a passkey."
                : "Off. Anyone who learns your password can sign in as you."}
            </p>
            <div>
              <Button variant="primary" icon="shield" onClick={() => setDialog("turn-on")}>
                Turn on
              </Button>
            </div>
          </>
        )}
        {dialog === "turn-on" && <TurnOn onClose={close} />}
        {dialog === "codes" && <NewCodes onClose={close} />}
        {dialog === "turn-off" && <TurnOff onClose={close} />}
      </div>
    </section>
  );
}

type Enrollment = { uri: string; backupCodes: string[] };

/** From the password to the app's first code and the backup codes. */
export function TurnOn({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSession();
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  if (!enrollment) {
    return (
      <PasswordDialog
        title="Turn on two-factor authentication"
        action="Continue"
        onClose={onClose}
        onPassword={async (password) => {
          setEnrollment(await unwrap(api.account["two-factor"].post({ password })));
        }}
      />
    );
  }
  if (!isConfirmed) {
    return (
      <Scan enrollment={enrollment} onClose={onClose} onConfirmed={() => setConfirmed(true)} />
    );
  }
  const done = async () => {
    await refresh();
    onClose();
  };
  return <BackupCodes codes={enrollment.backupCodes} onDone={() => void done()} />;
}

function Scan({
  enrollment,
  onClose,
  onConfirmed,
}: {
  enrollment: Enrollment;
  onClose: () => void;
  onConfirmed: () => void;
}) {
  const [code, setCode] = useState("");
  const secret = new URL(enrollment.uri).searchParams.get("secret") ?? "";
  return (
    <Dialog title="Scan the QR code with your authenticator app" onClose={onClose}>
      <QrCode text={enrollment.uri} label="The secret for your authenticator app, as a QR code" />
      <div className="field">
        <span className="label">Or enter this secret</span>
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
            label="Code from the app"
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

/** A QR code, as a single path. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Dialog title="Your backup codes" onClose={onDone} persistent>
      <Notice variant="warn">
        Use these codes to sign in if you lose your phone. Each works once. They are not shown
        again.
      </Notice>
      <ul className="codes" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyField text={codes.join(" ")} label="the backup codes" />
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          I have stored them
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <BackupCodes codes={codes} onDone={onClose} />;
  return (
    <PasswordDialog
      title="New backup codes"
      action="Create new codes"
      onClose={onClose}
      onPassword={async (password) => {
        const endpoints = api.account["two-factor"];
        setCodes((await unwrap(endpoints["backup-codes"].post({ password }))).backupCodes);
      }}
    />
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSession();
  return (
    <PasswordDialog
      title="Turn off two-factor authentication"
      action="Turn off"
      onClose={onClose}
      onPassword={async (password) => {
        await unwrap(api.account["two-factor"].end.post({ password }));
        await refresh();
        showToast("Two-factor authentication turned off");
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
