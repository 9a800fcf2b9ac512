/** Erases a guest, after the owner has typed that it is meant. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Receipt } from "../../../privacy/erase.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { GuestFields, useGuest } from "./guest-fields.tsx";

/** As the API asks for it. */
const confirmation = "erase";

export function EraseDialog({
  onClose,
  onErased,
}: {
  onClose: () => void;
  onErased: (receipt: Receipt) => void;
}) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const guest = useGuest();
  const [confirm, setConfirm] = useState("");
  const erase = async () => {
    const { kind, value } = guest;
    const body = { kind, value, confirm: confirm.trim() };
    onErased(await unwrap(api.projects({ projectId }).guests.erase.post(body)));
    // Lists, figures and decisions that were read before may have the guest.
    client.removeQueries({ type: "inactive" });
    await client.invalidateQueries();
  };
  return (
    <Dialog title="Erase a guest" onClose={onClose}>
      <Form
        action="Erase"
        isDangerous
        onSubmit={erase}
        onDone={onClose}
        onCancel={onClose}
        isReady={guest.value.trim() !== "" && confirm.trim() === confirmation}
      >
        {(errors) => (
          <>
            <p>
              Deletes the guest's decisions with their outcomes, and the guest's visits. Figures
              count them no longer. You cannot undo this.
            </p>
            <GuestFields guest={guest} errors={errors} />
            <TextField
              label={`Type “${confirmation}” to confirm`}
              name="confirm"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              required
              error={errors.confirm}
              value={confirm}
              onChange={(event) => setConfirm(event.target.value)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
