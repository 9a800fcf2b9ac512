/** Who has a role: in one project, or everybody. The same page for both. */
import { useQuery } from "@tanstack/react-query";
import { roleMeanings } from "../../../accounts/permissions.ts";
import type { Team } from "../../../dashboard-api/accounts.ts";
import type { Role } from "../../../storage/accounts.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, type Project, useMe } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { Invite } from "./invite.tsx";
import { PeopleTable } from "./people-table.tsx";
import { roleNames, scopeId, useRefreshPeople } from "./use-people.ts";

export function People({ scope }: { scope: Project | null }) {
  const me = useMe();
  const [isInviting, setInviting] = useQueryParam("new");
  const projectId = scopeId(scope);
  const people = useQuery({
    queryKey: ["people", projectId],
    queryFn: () => unwrap(api.people({ projectId }).get()),
  });
  const mayInvite = can(scope ?? me, "people.invite");
  return (
    <Page
      title={scope ? "People" : "Everybody"}
      lead={
        scope
          ? `Who may see and do what in ${scope.name}. Whoever has a role in all projects has it here too.`
          : "Everybody with an account. A role here holds in all projects."
      }
      action={
        mayInvite && (
          <Button variant="primary" icon="plus" onClick={() => setInviting("")}>
            Invite
          </Button>
        )
      }
    >
      {people.error && <ErrorNotice error={people.error} retry={() => void people.refetch()} />}
      <section className="card">
        {people.isPending && <SkeletonRows />}
        {people.data && <PeopleTable scope={scope} people={people.data.people} />}
      </section>
      {people.data && people.data.invitations.length > 0 && (
        <Invitations scope={scope} invitations={people.data.invitations} />
      )}
      <RolesExplained />
      {isInviting !== null && mayInvite && (
        <Invite scope={scope} onClose={() => setInviting(null)} />
      )}
    </Page>
  );
}

function RolesExplained() {
  return (
    <section className="stack tight">
      <h2>What the roles are for</h2>
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
  invitations: Team["invitations"];
}) {
  const refresh = useRefreshPeople(scope);
  const { projects } = useMe();
  const withdraw = async (linkId: string, email: string) => {
    const people = api.people({ projectId: scopeId(scope) });
    await unwrap(people.invitations({ linkId }).withdraw.post());
    await refresh();
    showToast(`The invitation of ${email} is withdrawn`);
  };
  const nameOf = (id: string | null) =>
    id === null ? "all projects" : (projects.find((one) => one.projectId === id)?.name ?? id);
  return (
    <section className="card" aria-label="Invitations">
      <header>
        <h2>Invitations</h2>
        <p>Links that nobody has used yet.</p>
      </header>
      <table className="table">
        <thead>
          <tr>
            <th>For</th>
            <th>Role</th>
            <th>By</th>
            <th>Until</th>
            <th>
              <span className="visually-hidden">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((one) => (
            <tr key={one.linkId}>
              <td className="name">{one.email}</td>
              <td data-label="Role">
                {roleNames[one.role]} of {nameOf(one.projectId)}
              </td>
              <td data-label="By">{one.invitedBy}</td>
              <td data-label="Until">
                <Time at={one.expiresAt} />
              </td>
              <td className="end">
                <Button variant="plain" onClick={() => void withdraw(one.linkId, one.email)}>
                  Withdraw
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
