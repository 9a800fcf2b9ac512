import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { canUsePasskeys, signInByPasskey } from "../../api/passkeys.ts";
import { resetSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { PasswordField, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice, Notice } from "../../components/page.tsx";
import { SignInCard } from "../../components/sign-in-card.tsx";

export default function SignInPage({
  needsOwner,
  lead,
}: {
  needsOwner: boolean;
  /** Why one should sign in. */
  lead?: string;
}) {
  const [step, setStep] = useState<"password" | "secondFactor" | "passkey">("password");
  const back = () => setStep("password");
  if (step === "secondFactor") return <SecondFactor onBack={back} />;
  if (step === "passkey") return <OnlyPasskey onBack={back} />;
  return <Password needsOwner={needsOwner} lead={lead} onNext={setStep} />;
}

function Password({
  needsOwner,
  lead,
  onNext,
}: {
  needsOwner: boolean;
  lead: string | undefined;
  onNext: (step: "secondFactor" | "passkey") => void;
}) {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const submit = async () => {
    const { next } = await unwrap(api.session.post({ email, password }));
    if (next === "done") await resetSession(client);
    else onNext(next);
  };
  return (
    <SignInCard title="Sign in" lead={lead}>
      {needsOwner && (
        <Notice>
          There are no accounts yet. Open the link that <code>booking-risk serve</code> printed when
          it started, or create one: <code>booking-risk user create --email you@example.com</code>
        </Notice>
      )}
      <Form action="Sign in" onSubmit={submit}>
        {() => (
          <>
            <TextField
              label="E-mail address"
              type="email"
              name="email"
              autoComplete="username"
              required
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        )}
      </Form>
      <PasskeyButton label="Use a passkey" />
      <p className="muted small">
        Forgot your password? Ask the operator for a link:{" "}
        <code>booking-risk user reset --email …</code>
      </p>
    </SignInCard>
  );
}

/** A passkey takes neither an e-mail address nor a password. */
function PasskeyButton({ label }: { label: string }) {
  const client = useQueryClient();
  const used = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: () => resetSession(client),
  });
  if (!canUsePasskeys()) return null;
  return (
    <>
      <Button icon="key" busy={used.isPending} onClick={() => used.mutate()}>
        {label}
      </Button>
      {used.error && <ErrorNotice error={used.error} />}
    </>
  );
}

/** After the password of an account whose second factor is a passkey. */
function OnlyPasskey({ onBack }: { onBack: () => void }) {
  return (
    <SignInCard
      title="Use your passkey"
      lead="Your account has a passkey, so the password alone is not enough to sign in."
    >
      <PasskeyButton label="Use a passkey" />
      <Button variant="plain" onClick={onBack}>
        Back
      </Button>
      <p className="muted small">
        Lost it? Ask the operator for a link: <code>booking-risk user reset --two-factor …</code>
      </p>
    </SignInCard>
  );
}

function SecondFactor({ onBack }: { onBack: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<"app" | "backup">("app");
  const [code, setCode] = useState("");
  const [trustDevice, setTrustDevice] = useState(false);
  const submit = async () => {
    await unwrap(api.session["second-factor"].post({ code, kind, trustDevice }));
    await resetSession(client);
  };
  const isApp = kind === "app";
  return (
    <SignInCard
      title="Two-factor authentication"
      lead={
        isApp
          ? "Enter the code from your authenticator app."
          : "Enter one of your backup codes. Each works once."
      }
    >
      <Form action="Sign in" onSubmit={submit} onCancel={onBack}>
        {() => (
          <>
            <TextField
              key={kind}
              label={isApp ? "Code" : "Backup code"}
              name="code"
              inputMode={isApp ? "numeric" : "text"}
              autoComplete="one-time-code"
              required
              autoFocus
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
            <label className="row">
              <input
                type="checkbox"
                checked={trustDevice}
                onChange={(event) => setTrustDevice(event.target.checked)}
              />
              Don’t ask again on this device for 30 days
            </label>
          </>
        )}
      </Form>
      <Button
        variant="plain"
        onClick={() => {
          setKind(isApp ? "backup" : "app");
          setCode("");
        }}
      >
        {isApp ? "Use a backup code instead" : "Use the app instead"}
      </Button>
    </SignInCard>
  );
}
