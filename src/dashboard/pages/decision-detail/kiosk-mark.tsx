/** For owners: marks the decision's device as a kiosk, or unmarks it. */
import { useState } from "react";
import { useKiosks, useMarkKiosk } from "../../api/kiosks.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorNotice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";

/** @param deviceId null where the visit has none, or without the permission to see it. */
export function KioskMark({ deviceId }: { deviceId: string | null }) {
  const project = useProject();
  return deviceId !== null && can(project, "project.set") ? <Mark deviceId={deviceId} /> : null;
}

function Mark({ deviceId }: { deviceId: string }) {
  const { data, error, refetch } = useKiosks();
  const [isOpen, setOpen] = useState(false);
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return null;
  const isMarked = data.kiosks.includes(deviceId);
  return (
    <div className="row between">
      <span className="muted small">
        {isMarked ? "This device is marked as a kiosk." : "Does one guest after another book here?"}
      </span>
      <Button onClick={() => setOpen(true)}>{isMarked ? "Unmark kiosk" : "Mark as kiosk"}</Button>
      {isOpen && (
        <MarkDialog deviceId={deviceId} isMarked={isMarked} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

function MarkDialog({
  deviceId,
  isMarked,
  onClose,
}: {
  deviceId: string;
  isMarked: boolean;
  onClose: () => void;
}) {
  const mark = useMarkKiosk();
  const confirm = async () => {
    await mark(deviceId, !isMarked);
    showToast("Saved. The change applies from the next booking.");
  };
  return (
    <ConfirmDialog
      title={isMarked ? "Unmark the kiosk?" : "Mark the device as a kiosk?"}
      action={isMarked ? "Unmark kiosk" : "Mark as kiosk"}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isMarked ? (
        <p>
          Bookings with this device are compared by device and address again. Those made while it
          was marked do not count.
        </p>
      ) : (
        <p>
          Bookings with this device are no longer compared by device and address, from the next one
          on. Whoever knows the device ID can claim to be at the kiosk, so mark only a terminal that
          guests share.
        </p>
      )}
    </ConfirmDialog>
  );
}
