import { useState } from "react";
import type { KeyKind } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { NameField, RadioCards } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { Origins, originsFrom } from "./origins.tsx";
import { noRestrictions, RestrictionFields, restrictionsFrom } from "./restrictions.tsx";
import { KeySnippet } from "./snippets.tsx";
import { type CreatedKey, useRefreshKeys } from "./use-keys.ts";

export function NewKey({ kind, onClose }: { kind: KeyKind; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  if (!created) return <CreateForm initialKind={kind} onCreated={setCreated} onClose={onClose} />;
  return (
    <Dialog title={`Key “${created.name}” created`} onClose={onClose} persistent wide>
      <ShownOnce created={created} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {created.kind === "secret" ? "I have stored it" : "Done"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const kinds: { value: KeyKind; label: string; description: string }[] = [
  {
    value: "secret",
    label: "Secret",
    description: "Your server sends it with every call. Never put it in a web page or an app.",
  },
  {
    value: "publishable",
    label: "Publishable",
    description: "Identifies your project in the script on your pages. Visitors can see it.",
  },
];

function CreateForm({
  initialKind,
  onCreated,
  onClose,
}: {
  initialKind: KeyKind;
  onCreated: (created: CreatedKey) => void;
  onClose: () => void;
}) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const [kind, setKind] = useState<KeyKind>(initialKind);
  const [name, setName] = useState("");
  const [origins, setOrigins] = useState("");
  const [restrictions, setRestrictions] = useState(noRestrictions);
  const submit = async () => {
    const allowedOrigins = kind === "publishable" ? originsFrom(origins) : null;
    const created = await unwrap(
      api
        .projects({ projectId })
        .keys.post({ kind, name, allowedOrigins, ...restrictionsFrom(restrictions, kind) }),
    );
    await refresh();
    onCreated(created);
  };
  return (
    <Dialog title="Create key" onClose={onClose}>
      <Form action="Create key" onSubmit={submit} onCancel={onClose}>
        {(errors) => (
          <>
            <RadioCards<KeyKind> label="Kind" value={kind} onChange={setKind} options={kinds} />
            <NameField
              label="Name"
              hint="Where the key is used, to tell it apart from the others."
              placeholder={kind === "secret" ? "Booking server" : "www.hotel.example"}
              error={errors.name}
              value={name}
              onChange={setName}
            />
            {kind === "publishable" && (
              <Origins value={origins} onChange={setOrigins} error={errors.allowedOrigins} />
            )}
            <details>
              <summary>Restrictions (optional)</summary>
              <div className="form">
                <RestrictionFields
                  kind={kind}
                  value={restrictions}
                  onChange={setRestrictions}
                  errors={errors}
                />
              </div>
            </details>
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The key itself and how to use it. It cannot be shown again. */
export function ShownOnce({ created }: { created: CreatedKey }) {
  return (
    <>
      {created.kind === "secret" && (
        <Notice variant="warn">
          This key is shown only once. Store it with your server's secrets now.
        </Notice>
      )}
      <CopyField text={created.key} label="the key" />
      <KeySnippet created={created} />
    </>
  );
}
