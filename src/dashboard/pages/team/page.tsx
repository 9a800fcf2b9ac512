/** The accounts that have a role in a project, or all accounts. */
import { useQuery } from "@tanstack/react-query";
import type { TeamList } from "../../../http/dashboard-api/accounts.ts";
import { roleMeanings } from "../../../projects/accounts/permissions.ts";
import type { Role } from "../../../storage/port/roles.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, type Project, useMe, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { InviteDialog } from "./invite.tsx";
import { SecondFactorRule } from "./second-factor-rule.tsx";
import { TeamTable } from "./team-table.tsx";
import { roleNames, scopeId, useRefreshTeam } from "./use-team.ts";

export function ProjectTeamPage() {
  return <Team scope={useProject()} />;
}

export function EveryonePage() {
  return <Team scope={null} />;
}

function Team({ scope }: { scope: Project | null }) {
  const me = useMe();
  const [isInviting, setInviting] = useQueryParam("new");
  const projectId = scopeId(scope);
  const team = useQuery({
    queryKey: ["people", projectId],
    queryFn: () => unwrap(api.people({ projectId }).get()),
  });
  const canInvite = can(scope ?? me, "people.invite");
  return (
    <Page
      title={scope ? "Team" : "Everyone"}
      lead={
        scope
          ? `Who has access to ${scope.name}. Roles in all projects apply here too.`
          : "Everyone with an account. A role assigned here applies to all projects."
      }
      action={
        canInvite && (
          <Button variant="primary" icon="plus" onClick={() => setInviting("")}>
            Invite
          </Button>
        )
      }
    >
      {team.error && <ErrorNotice error={team.error} retry={() => void team.refetch()} />}
      <section className="card">
        {team.isPending && <SkeletonRows />}
        {team.data && (
          <TeamTable
            scope={scope}
            accounts={team.data.people}
            isTwoFactorRequired={team.data.secondFactor.required}
          />
        )}
      </section>
      {team.data && team.data.invitations.length > 0 && (
        <Invitations scope={scope} invitations={team.data.invitations} />
      )}
      {team.data && scope && <SecondFactorRule project={scope} team={team.data} />}
      <RoleList />
      {isInviting !== null && canInvite && (
        <InviteDialog scope={scope} onClose={() => setInviting(null)} />
      )}
    </Page>
  );
}

function RoleList() {
  return (
    <section className="stack tight">
      <h2>Roles</h2>
      <dl className="roles">
        {(Object.keys(roleNames) as Role[]).map((role) => (
          <div key={role} style={{ display: "contents" }}>
            <dt>
              <span className="badge">{roleNames[role]}</span>
            </dt>
            <dd className="muted">{roleMeanings[role]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Invitations({
  scope,
  invitations,
}: {
  scope: Project | null;
  invitations: TeamList["invitations"];
}) {
  const refresh = useRefreshTeam(scope);
  const { projects } = useMe();
  const revoke = async (linkId: string, email: string) => {
    const people = api.people({ projectId: scopeId(scope) });
    await unwrap(people.invitations({ linkId }).withdraw.post());
    await refresh();
    showToast(`Invitation for ${email} revoked`);
  };
  const nameOf = (id: string | null) =>
    id === null ? "all projects" : (projects.find((one) => one.projectId === id)?.name ?? id);
  return (
    <Card title="Invitations" beside={<p>Links that have not been used yet.</p>}>
      <Table columns={["E-mail address", "Role", "Invited by", "Expires"]} actions="Actions">
        {invitations.map((one) => (
          <tr key={one.linkId}>
            <td className="name">{one.email}</td>
            <td data-label="Role">
              {roleNames[one.role]} in {nameOf(one.projectId)}
            </td>
            <td data-label="Invited by">{one.invitedBy}</td>
            <td data-label="Expires">
              <Time at={one.expiresAt} />
            </td>
            <td className="end">
              <Button variant="plain" onClick={() => void revoke(one.linkId, one.email)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
