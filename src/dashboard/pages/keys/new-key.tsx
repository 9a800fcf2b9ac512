import { useState } from "react";
import type { KeyKind } from "../../../projects/keys.ts";
import { api, ask } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../parts/button.tsx";
import { CopyLine } from "../../parts/copy.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Choice, TextField } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { Notice } from "../../parts/page.tsx";
import type { MadeKey } from "./made-key.ts";
import { Origins, originsFrom } from "./origins.tsx";
import { KeySnippet } from "./snippets.tsx";
import { useRefreshKeys } from "./use-keys.ts";

export function NewKey({ kind, onClose }: { kind: KeyKind; onClose: () => void }) {
  const [made, setMade] = useState<MadeKey | null>(null);
  if (!made) return <Ask kindFirst={kind} onMade={setMade} onClose={onClose} />;
  return (
    <Dialog title={`${made.name} is made`} onClose={onClose} sticky wide>
      <ShownOnce made={made} />
      <div className="form">
        <div className="actions">
          <Button look="primary" onClick={onClose}>
            {made.kind === "secret" ? "I have stored it" : "Done"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Ask({
  kindFirst,
  onMade,
  onClose,
}: {
  kindFirst: KeyKind;
  onMade: (made: MadeKey) => void;
  onClose: () => void;
}) {
  const { projectId } = useProject();
  const refresh = useRefreshKeys();
  const [kind, setKind] = useState<KeyKind>(kindFirst);
  const [name, setName] = useState("");
  const [origins, setOrigins] = useState("");
  const submit = async () => {
    const allowedOrigins = kind === "publishable" ? originsFrom(origins) : null;
    const made = await ask(api.projects({ projectId }).keys.post({ kind, name, allowedOrigins }));
    await refresh();
    onMade(made);
  };
  return (
    <Dialog title="New key" onClose={onClose}>
      <Form action="Make the key" onSubmit={submit} onCancel={onClose}>
        {(faults) => (
          <>
            <Choice<KeyKind>
              label="Kind"
              value={kind}
              onChange={setKind}
              options={[
                {
                  value: "secret",
                  label: "Secret",
                  more: "Your server asks for decisions with it. Never in a page or an app.",
                },
                {
                  value: "publishable",
                  label: "Publishable",
                  more: "The script on your pages names your project with it. Safe to be seen.",
                },
              ]}
            />
            <TextField
              label="Name"
              name="name"
              required
              maxLength={100}
              hint="To tell it from the others: where it is used."
              placeholder={kind === "secret" ? "Booking server" : "www.hotel.example"}
              fault={faults.name}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            {kind === "publishable" && (
              <Origins value={origins} onChange={setOrigins} fault={faults.allowedOrigins} />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The only place where a key is ever seen. */
export function ShownOnce({ made }: { made: MadeKey }) {
  return (
    <>
      {made.kind === "secret" && (
        <Notice look="warn">
          This is the only time that it is shown. Store it with your server's secrets now.
        </Notice>
      )}
      <CopyLine text={made.key} label="the key" />
      <KeySnippet made={made} />
    </>
  );
}
