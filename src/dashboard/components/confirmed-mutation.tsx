/**
 * An action that the API may refuse until the password was entered again: the field for it appears
 * then, and the next try enters it first.
 */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiProblem, api, unwrap } from "../api/client.ts";
import { PasswordField } from "./field.tsx";

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
  const [password, setPassword] = useState("");
  const mutation = useMutation({
    mutationFn: async () => {
      if (isAsked) await unwrap(api.account.confirm.post({ password }));
      await action();
    },
    onSuccess,
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === "confirmation_required") setAsked(true);
      onError?.();
    },
  });
  const errors = mutation.error instanceof ApiProblem ? mutation.error.fieldErrors : {};
  const field = isAsked && (
    <PasswordField
      label="Your password"
      name="confirmation"
      autoComplete="current-password"
      required
      autoFocus
      hint="You signed in a while ago. This takes your password again."
      error={errors.currentPassword}
      value={password}
      onChange={(event) => setPassword(event.target.value)}
    />
  );
  const isHandled =
    errors.currentPassword !== undefined ||
    (mutation.error instanceof ApiProblem && mutation.error.code === "confirmation_required");
  return { mutation, errors, field, isHandled };
}
