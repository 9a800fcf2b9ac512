import { useState } from "react";
import type { TeamList } from "../../../http/dashboard-api/accounts.ts";
import { roleMeanings } from "../../../projects/accounts/permissions.ts";
import { type Role, roles } from "../../../storage/port/roles.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, type Project, useMe } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { MenuEntry } from "../../components/dropdown-menu.tsx";
import { RadioCards } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Menu } from "../../components/menu.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { InviteDialog } from "./invite.tsx";
import { roleNames, scopeId, useRefreshTeam } from "./use-team.ts";

type Account = TeamList["people"][number];
type OpenDialog = "role" | "invite" | "remove" | null;

export function TeamTable({
  scope,
  accounts,
  isTwoFactorRequired,
}: {
  scope: Project | null;
  accounts: readonly Account[];
  isTwoFactorRequired: boolean;
}) {
  return (
    <Table columns={["Name", "Role", "Two-factor", "Joined"]} actions="Actions">
      {accounts.map((account) => (
        <AccountRow
          key={account.userId}
          scope={scope}
          account={account}
          isTwoFactorRequired={isTwoFactorRequired}
        />
      ))}
    </Table>
  );
}

function AccountRow({
  scope,
  account,
  isTwoFactorRequired,
}: {
  scope: Project | null;
  account: Account;
  isTwoFactorRequired: boolean;
}) {
  const me = useMe();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <span>
            {account.name} {account.userId === me.userId && <span className="badge">You</span>}
          </span>
          <span className="muted small">{account.email}</span>
          {account.vouchedBy && <span className="muted small">Invited by {account.vouchedBy}</span>}
        </div>
      </td>
      <td data-label="Role">
        <Roles scope={scope} account={account} />
      </td>
      <td data-label="Two-factor">
        {account.twoFactor ? (
          <span className="badge ok">On</span>
        ) : (
          <span className={isTwoFactorRequired ? "badge warn" : "badge"}>
            {isTwoFactorRequired ? "Missing" : "Off"}
          </span>
        )}
      </td>
      <td data-label="Joined">
        <Time at={account.joinedAt} />
      </td>
      <td className="end">
        <AccountMenu scope={scope} account={account} onOpen={setDialog} />
        {dialog === "role" && <RoleDialog scope={scope} account={account} onClose={close} />}
        {dialog === "invite" && (
          <InviteDialog scope={scope} email={account.email} onClose={close} />
        )}
        {dialog === "remove" && <RemoveDialog scope={scope} account={account} onClose={close} />}
      </td>
    </tr>
  );
}

function Roles({ scope, account }: { scope: Project | null; account: Account }) {
  const { projects } = useMe();
  const nameOf = (id: string) => projects.find((one) => one.projectId === id)?.name ?? id;
  const isInherited = scope !== null && account.roleEverywhere !== null;
  return (
    <div className="row">
      {account.role && <span className="badge accent">{roleNames[account.role]}</span>}
      {isInherited && account.roleEverywhere && (
        <span className="badge">{roleNames[account.roleEverywhere]} in all projects</span>
      )}
      {account.elsewhere.map(({ projectId, role }) => (
        <span className="badge" key={projectId}>
          {roleNames[role]} in {nameOf(projectId)}
        </span>
      ))}
      {!account.role && !isInherited && account.elsewhere.length === 0 && (
        <span className="muted">None</span>
      )}
    </div>
  );
}

function AccountMenu({
  scope,
  account,
  onOpen,
}: {
  scope: Project | null;
  account: Account;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const me = useMe();
  const entries: MenuEntry[] = [];
  if (scope === null && account.role === null && can(me, "people.invite")) {
    entries.push({
      label: "Invite to all projects",
      icon: "people",
      onSelect: () => onOpen("invite"),
    });
  }
  if (account.role !== null && can(scope ?? me, "people.set")) {
    entries.push({ label: "Change role", icon: "gear", onSelect: () => onOpen("role") });
  }
  const canRemove = scope === null ? can(me, "people.remove") : account.role !== null;
  if (canRemove && can(scope ?? me, "people.set")) {
    entries.push({
      label: scope ? "Remove from project" : "Remove account",
      icon: "close",
      danger: true,
      onSelect: () => onOpen("remove"),
    });
  }
  return entries.length > 0 ? (
    <Menu label={`Actions for ${account.name}`} entries={entries} />
  ) : null;
}

type DialogProps = { scope: Project | null; account: Account; onClose: () => void };

function RoleDialog({ scope, account, onClose }: DialogProps) {
  const refresh = useRefreshTeam(scope);
  const [role, setRole] = useState<Role | "none">(account.role ?? "none");
  const endpoint = api.people({ projectId: scopeId(scope) })({ userId: account.userId }).role;
  const save = async () => {
    await unwrap(endpoint.put({ role: role === "none" ? null : role }));
    await refresh();
    showToast("Saved");
  };
  return (
    <Dialog title={`Change the role of ${account.name}`} onClose={onClose}>
      <Form action="Save" onSubmit={save} onDone={onClose} onCancel={onClose}>
        {() => (
          <RadioCards<Role | "none">
            label={scope ? `Role in ${scope.name}` : "Role in all projects"}
            value={role}
            onChange={setRole}
            options={[
              ...roles.map((one) => ({
                value: one,
                label: roleNames[one],
                description: roleMeanings[one],
              })),
              ...(scope
                ? []
                : [
                    {
                      value: "none" as const,
                      label: "None",
                      description: "Only roles in individual projects.",
                    },
                  ]),
            ]}
          />
        )}
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ scope, account, onClose }: DialogProps) {
  const refresh = useRefreshTeam(scope);
  const endpoint = api.people({ projectId: scopeId(scope) })({ userId: account.userId });
  const remove = async () => {
    await unwrap(scope ? endpoint.role.put({ role: null }) : endpoint.remove.post());
    await refresh();
    showToast(`${account.name} removed`);
  };
  return (
    <ConfirmDialog
      title={scope ? `Remove ${account.name} from ${scope.name}?` : `Remove ${account.name}?`}
      action="Remove"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {scope
          ? "They lose access to this project at once. The account remains."
          : "They are signed out and lose all roles at once. Their past actions remain in the activity log."}
      </p>
    </ConfirmDialog>
  );
}
