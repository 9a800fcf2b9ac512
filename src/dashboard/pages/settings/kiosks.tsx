/** The devices on which one guest after another books. */
import { useState } from "react";
import { useKiosks, useStoredKiosks } from "../../api/kiosks.ts";
import { useProject } from "../../api/session.ts";
import { TextArea } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import { useReplacing } from "../../components/use-replacing.ts";
import { SettingCard } from "./setting-card.tsx";

export function KiosksCard({ canEdit }: { canEdit: boolean }) {
  const { projectId } = useProject();
  const lead =
    "On a terminal in a lobby, one guest after another books. Bookings at a kiosk are not compared by device " +
    "and address. Whoever knows the device ID of a kiosk can claim to be there, so mark no other device.";
  return (
    <SettingCard title="Kiosks" lead={lead} setting={useKiosks()}>
      {({ kiosks }) =>
        canEdit ? (
          <KiosksForm key={projectId} kiosks={kiosks} />
        ) : (
          <p>Kiosks: {kiosksText(kiosks)}.</p>
        )
      }
    </SettingCard>
  );
}

const kiosksText = (kiosks: readonly string[]) => kiosks.join(", ") || "no device";

function KiosksForm({ kiosks }: { kiosks: readonly string[] }) {
  const { read, set } = useStoredKiosks();
  const [text, setText] = useState(kiosks.join("\n"));
  const replacing = useReplacing(kiosks, { read, text: kiosksText });
  const save = async () => {
    const wanted = text.split(/[\s,]+/).filter(Boolean);
    await replacing((replaces) => set(wanted, replaces));
    showToast("Saved. The change applies from the next booking.");
  };
  return (
    <Form action="Save" onSubmit={save} isSetting>
      {(errors) => (
        <TextArea
          label="Device IDs"
          hint="One per line, as a decision's page shows them. Leave empty for no kiosk."
          placeholder="dev_123456789012"
          error={errors.kiosks}
          value={text}
          onChange={setText}
        />
      )}
    </Form>
  );
}
