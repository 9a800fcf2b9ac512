/** A form that calls the API, and shows the errors it returns. */
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { useConfirmedMutation } from "./confirmed-mutation.tsx";
import { ErrorNotice } from "./page.tsx";

interface Props {
  /** The label of the submit button. */
  action: string;
  onSubmit: () => Promise<unknown>;
  onDone?: () => void;
  onCancel?: () => void;
  /** The label of the button that calls `onCancel`. */
  cancel?: string;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  /** Whether the form can be submitted yet. */
  isReady?: boolean;
  /** Whether the button stands out only once something was changed, as on a page of several forms. */
  isSetting?: boolean;
  /** Renders the fields, given the error messages by field name. */
  children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

export function Form({
  action,
  onSubmit,
  onDone,
  onCancel,
  cancel = "Cancel",
  isDangerous = false,
  isReady = true,
  isSetting = false,
  children,
}: Props) {
  const [isChanged, setChanged] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { mutation, errors, field, isHandled } = useConfirmedMutation({
    action: onSubmit,
    onSuccess: () => {
      setChanged(false);
      onDone?.();
    },
    // Screen readers announce the first invalid field.
    onError: () =>
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      ),
  });
  const hasFieldErrors = Object.keys(errors).length > 0;
  return (
    <form
      ref={form}
      className="form"
      onChange={() => setChanged(true)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !mutation.isPending) mutation.mutate();
      }}
    >
      {children(errors)}
      {field}
      {mutation.error && !hasFieldErrors && !isHandled && <ErrorNotice error={mutation.error} />}
      <div className="actions">
        {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
        <Button
          type="submit"
          variant={isDangerous ? "danger primary" : isSetting && !isChanged ? "" : "primary"}
          busy={mutation.isPending}
          disabled={!isReady}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
