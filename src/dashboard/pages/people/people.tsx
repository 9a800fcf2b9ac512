/** Who has a role: in one project, or everybody. The same page for both. */
import { useQuery } from "@tanstack/react-query";
import { roleMeanings } from "../../../accounts/permissions.ts";
import type { PeopleHere } from "../../../dashboard-api/people/list.ts";
import type { Role } from "../../../storage/store.ts";
import { api, ask } from "../../api/client.ts";
import { may, type Project, useMe } from "../../api/session.ts";
import { useQueryFlag } from "../../frame/query-flag.ts";
import { Button } from "../../parts/button.tsx";
import { Failure, Page, SkeletonRows } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import { say } from "../../parts/toast.tsx";
import { Invite } from "./invite.tsx";
import { PeopleTable } from "./people-table.tsx";
import { roleNames, scopeId, useRefreshPeople } from "./use-people.ts";

export function People({ scope }: { scope: Project | null }) {
  const me = useMe();
  const [isInviting, setInviting] = useQueryFlag("new");
  const projectId = scopeId(scope);
  const people = useQuery({
    queryKey: ["people", projectId],
    queryFn: () => ask(api.people({ projectId }).get()),
  });
  const mayInvite = may(scope ?? me, "people.invite");
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
          <Button look="primary" icon="plus" onClick={() => setInviting("")}>
            Invite
          </Button>
        )
      }
    >
      {people.error && <Failure error={people.error} retry={() => void people.refetch()} />}
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
  invitations: PeopleHere["invitations"];
}) {
  const refresh = useRefreshPeople(scope);
  const { projects } = useMe();
  const withdraw = async (linkId: string, email: string) => {
    const people = api.people({ projectId: scopeId(scope) });
    await ask(people.invitations({ linkId }).withdraw.post());
    await refresh();
    say(`The invitation of ${email} is withdrawn`);
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
                <Button look="plain" onClick={() => void withdraw(one.linkId, one.email)}>
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
