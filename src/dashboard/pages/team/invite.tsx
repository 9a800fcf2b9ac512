import { useState } from "react";
import type { Invited } from "../../../http/dashboard-api/accounts.ts";
import { roleMeanings } from "../../../projects/accounts/permissions.ts";
import { type Role, roles } from "../../../storage/port/roles.ts";
import { api, unwrap } from "../../api/client.ts";
import type { Project } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { RadioCards, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { roleNames, scopeId, useRefreshTeam } from "./use-team.ts";

type Props = {
  scope: Project | null;
  /** The address to begin with. */
  email?: string;
  onClose: () => void;
};

export function InviteDialog({ scope, email, onClose }: Props) {
  const [invited, setInvited] = useState<Invited | null>(null);
  if (!invited) {
    return (
      <InviteForm scope={scope} email={email ?? ""} onInvited={setInvited} onClose={onClose} />
    );
  }
  const link = `${location.origin}/dashboard/welcome#${invited.token}`;
  return (
    <Dialog title={`Send this link to ${invited.email}`} onClose={onClose} persistent>
      <p className="muted">
        If the address has an account, its holder signs in and accepts the role. Otherwise anyone
        with this link can create the account, so send it privately. It works once, expires after
        seven days, and is not shown again.
      </p>
      <CopyField text={link} label="the link" />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function InviteForm({
  scope,
  email: begun = "",
  onInvited,
  onClose,
}: Props & { onInvited: (invited: Invited) => void }) {
  const refresh = useRefreshTeam(scope);
  const [email, setEmail] = useState(begun);
  const [role, setRole] = useState<Role>("analyst");
  const submit = async () => {
    const people = api.people({ projectId: scopeId(scope) });
    const invited = await unwrap(people.invitations.post({ email, role }));
    await refresh();
    onInvited(invited);
  };
  return (
    <Dialog title={scope ? `Invite to ${scope.name}` : "Invite to all projects"} onClose={onClose}>
      <Form action="Create link" onSubmit={submit} onCancel={onClose}>
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
                An owner can change everything, including your own role.
              </Notice>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
