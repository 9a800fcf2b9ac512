/** Asks before something that cannot be taken back. */
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
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
  /** What the button says: the deed itself, not "OK". */
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const doing = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">{children}</div>
      {doing.error && <ErrorNotice error={doing.error} />}
      <div className="form">
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger primary" busy={doing.isPending} onClick={() => doing.mutate()}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
