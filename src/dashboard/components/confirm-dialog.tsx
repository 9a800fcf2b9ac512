/** Asks for confirmation of an action with serious consequences. */
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useConfirmedMutation } from "./confirmed-mutation.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { ErrorNotice } from "./page.tsx";

export function ConfirmDialog({
  title,
  children,
  action,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** The label of the button: the action itself, not "OK". */
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { mutation, field, isHandled } = useConfirmedMutation({
    action: onConfirm,
    onSuccess: onClose,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">{children}</div>
      {field}
      {mutation.error && !isHandled && <ErrorNotice error={mutation.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger primary"
          busy={mutation.isPending}
          onClick={() => mutation.mutate()}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
