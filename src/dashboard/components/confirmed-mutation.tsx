/**
 * An action that the API may refuse until the user confirmed who they are: what the account confirms
 * with is asked for then, and the next try enters it first.
 */
import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useContext, useState } from "react";
import { ApiProblem, api, unwrap } from "../api/client.ts";
import { confirmByPasskey } from "../api/passkeys.ts";
import { type Me, MeContext } from "../api/session.ts";
import { PasswordField, TextField } from "./field.tsx";
import { Notice } from "./page.tsx";

async function confirmBy(factor: Me["confirmsWith"], secret: string): Promise<void> {
  if (factor === "passkey") return confirmByPasskey();
  const entered = factor === "app" ? { code: secret } : { password: secret };
  await unwrap(api.account.confirm.post(entered));
}

export function useConfirmedMutation({
  action,
  onSuccess,
  onError,
}: {
  action: () => Promise<unknown>;
  onSuccess: () => void;
  onError?: () => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const [secret, setSecret] = useState("");
  const me = useContext(MeContext);
  const factor = me?.confirmsWith ?? "password";
  const mutation = useMutation({
    mutationFn: async () => {
      if (isAsked) {
        await confirmBy(factor, secret);
        setAsked(false); // A code works once: the next action does not enter it again.
        setSecret("");
      }
      await action();
    },
    onSuccess,
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === "confirmation_required") setAsked(true);
      onError?.();
    },
  });
  const errors = mutation.error instanceof ApiProblem ? mutation.error.fieldErrors : {};
  const common = {
    name: "confirmation",
    required: true,
    autoFocus: true,
    value: secret,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setSecret(event.target.value),
  };
  const field =
    isAsked &&
    (factor === "passkey" ? (
      <Notice>
        Please confirm with your passkey: your browser will ask for it next.
        {me?.hasApp && " Without the passkey, sign out and sign in with your app."}
      </Notice>
    ) : factor === "app" ? (
      <TextField
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Please confirm with a code from your authenticator app. Without the app, sign out and sign in with a backup code."
        {...common}
      />
    ) : (
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        hint="Please confirm your password."
        error={errors.currentPassword}
        {...common}
      />
    ));
  const isHandled =
    errors.currentPassword !== undefined ||
    (mutation.error instanceof ApiProblem && mutation.error.code === "confirmation_required");
  return { mutation, errors, field, isHandled };
}
