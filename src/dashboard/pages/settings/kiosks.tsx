/** The devices on which one guest after another books. */
import { useState } from "react";
import { useKiosks, useSetKiosks } from "../../api/kiosks.ts";
import { TextArea } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import { SettingCard } from "./setting-card.tsx";

export function KiosksCard({ canEdit }: { canEdit: boolean }) {
  const lead =
    "On a terminal in a lobby, one guest after another books. Bookings at a kiosk are not compared by device " +
    "and address. Whoever knows the device ID of a kiosk can claim to be there, so mark no other device.";
  return (
    <SettingCard title="Kiosks" lead={lead} setting={useKiosks()}>
      {({ kiosks }) =>
        canEdit ? (
          <KiosksForm key={kiosks.join()} kiosks={kiosks} />
        ) : (
          <p>{kiosks.join(", ") || "No device is marked as a kiosk."}</p>
        )
      }
    </SettingCard>
  );
}

function KiosksForm({ kiosks }: { kiosks: readonly string[] }) {
  const setKiosks = useSetKiosks();
  const [text, setText] = useState(kiosks.join("\n"));
  const save = async () => {
    await setKiosks(text.split(/[\s,]+/).filter(Boolean));
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
