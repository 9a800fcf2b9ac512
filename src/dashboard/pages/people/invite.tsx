import { useState } from "react";
import { roleMeanings } from "../../../accounts/permissions.ts";
import type { Invited } from "../../../dashboard-api/accounts.ts";
import { type Role, roles } from "../../../storage/accounts.ts";
import { api, unwrap } from "../../api/client.ts";
import type { Project } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { RadioCards, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { roleNames, scopeId, useRefreshPeople } from "./use-people.ts";

type Props = { scope: Project | null; onClose: () => void };

export function Invite({ scope, onClose }: Props) {
  const [invited, setInvited] = useState<Invited | null>(null);
  if (!invited?.token) return <Ask scope={scope} onInvited={setInvited} onClose={onClose} />;
  const link = `${location.origin}/dashboard/welcome#${invited.token}`;
  return (
    <Dialog title={`Hand this to ${invited.email}`} onClose={onClose} sticky>
      <p className="muted">
        Whoever has the link can make the account, so send it where only they read it. It works
        once, within seven days, and is not shown again.
      </p>
      <CopyField text={link} label="the link" />
      <div className="form">
        <div className="actions">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Ask({ scope, onInvited, onClose }: Props & { onInvited: (invited: Invited) => void }) {
  const refresh = useRefreshPeople(scope);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("analyst");
  const submit = async () => {
    const people = api.people({ projectId: scopeId(scope) });
    const invited = await unwrap(people.invitations.post({ email, role }));
    await refresh();
    onInvited(invited);
    if (invited.token) return;
    showToast(`${invited.email} has an account, and has the role now`);
    onClose();
  };
  return (
    <Dialog title={scope ? `Invite to ${scope.name}` : "Invite to all projects"} onClose={onClose}>
      <Form action="Make the link" onSubmit={submit} onCancel={onClose}>
        {(errors) => (
          <>
            <TextField
              label="E-mail address"
              type="email"
              name="email"
              autoComplete="off"
              required
              error={errors.email}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <RadioCards<Role>
              label="Role"
              value={role}
              onChange={setRole}
              options={roles.map((one) => ({
                value: one,
                label: roleNames[one],
                description: roleMeanings[one],
              }))}
            />
            {role === "owner" && (
              <Notice variant="warn">
                An owner can change everything here, and take your own role away.
              </Notice>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
