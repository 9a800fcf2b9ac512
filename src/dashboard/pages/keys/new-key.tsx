import { useState } from "react";
import type { KeyKind } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { RadioCards, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
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
          <Button variant="primary" onClick={onClose}>
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
    const made = await unwrap(
      api.projects({ projectId }).keys.post({ kind, name, allowedOrigins }),
    );
    await refresh();
    onMade(made);
  };
  return (
    <Dialog title="New key" onClose={onClose}>
      <Form action="Make the key" onSubmit={submit} onCancel={onClose}>
        {(errors) => (
          <>
            <RadioCards<KeyKind>
              label="Kind"
              value={kind}
              onChange={setKind}
              options={[
                {
                  value: "secret",
                  label: "Secret",
                  description: "Your server asks for decisions with it. Never in a page or an app.",
                },
                {
                  value: "publishable",
                  label: "Publishable",
                  description:
                    "The script on your pages names your project with it. Safe to be seen.",
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
              error={errors.name}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            {kind === "publishable" && (
              <Origins value={origins} onChange={setOrigins} error={errors.allowedOrigins} />
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
        <Notice variant="warn">
          This is the only time that it is shown. Store it with your server's secrets now.
        </Notice>
      )}
      <CopyField text={made.key} label="the key" />
      <KeySnippet made={made} />
    </>
  );
}
