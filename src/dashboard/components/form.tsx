/** A form that asks the service to do something, and shows what it says. */
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { ApiProblem } from "../api/client.ts";
import { Button } from "./button.tsx";
import { ErrorNotice } from "./page.tsx";

interface Props {
  /** What the button says. */
  action: string;
  onSubmit: () => Promise<unknown>;
  onDone?: () => void;
  onCancel?: () => void;
  /** Draws the fields, given what is wrong with each by its name. */
  children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

export function Form({ action, onSubmit, onDone, onCancel, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const doing = useMutation({
    mutationFn: onSubmit,
    onSuccess: () => onDone?.(),
    // Where to mend it, for those who do not see the red.
    onError: () =>
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      ),
  });
  const errors = doing.error instanceof ApiProblem ? doing.error.fieldErrors : {};
  const isAtField = Object.keys(errors).length > 0;
  return (
    <form
      ref={form}
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!doing.isPending) doing.mutate();
      }}
    >
      {children(errors)}
      {doing.error && !isAtField && <ErrorNotice error={doing.error} />}
      <div className="actions">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" busy={doing.isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
