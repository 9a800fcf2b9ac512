import { useState } from "react";
import { roleMeanings } from "../../../accounts/permissions.ts";
import type { Team } from "../../../dashboard-api/accounts.ts";
import { type Role, roles } from "../../../storage/accounts.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, type Project, useMe } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { RadioCards } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Menu, type MenuEntry } from "../../components/menu.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { roleNames, scopeId, useRefreshPeople } from "./use-people.ts";

type Person = Team["people"][number];
type Doing = "role" | "remove" | null;

export function PeopleTable({
  scope,
  people,
}: {
  scope: Project | null;
  people: readonly Person[];
}) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Name</th>
          <th>Role</th>
          <th>Two-factor</th>
          <th>Since</th>
          <th>
            <span className="visually-hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.userId} scope={scope} person={person} />
        ))}
      </tbody>
    </table>
  );
}

function PersonRow({ scope, person }: { scope: Project | null; person: Person }) {
  const me = useMe();
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <span>
            {person.name} {person.userId === me.userId && <span className="badge">you</span>}
          </span>
          <span className="muted small">{person.email}</span>
        </div>
      </td>
      <td data-label="Role">
        <Roles scope={scope} person={person} />
      </td>
      <td data-label="Two-factor">
        {person.twoFactor ? (
          <span className="badge ok">on</span>
        ) : (
          <span className="badge">off</span>
        )}
      </td>
      <td data-label="Since">
        <Time at={person.joinedAt} />
      </td>
      <td className="end">
        <PersonMenu scope={scope} person={person} onDo={setDoing} />
        {doing === "role" && <ChangeRole scope={scope} person={person} onClose={close} />}
        {doing === "remove" && <Remove scope={scope} person={person} onClose={close} />}
      </td>
    </tr>
  );
}

function Roles({ scope, person }: { scope: Project | null; person: Person }) {
  const { projects } = useMe();
  const nameOf = (id: string) => projects.find((one) => one.projectId === id)?.name ?? id;
  const isEverywhere = scope !== null && person.roleEverywhere !== null;
  return (
    <div className="row">
      {person.role && <span className="badge accent">{roleNames[person.role]}</span>}
      {isEverywhere && person.roleEverywhere && (
        <span className="badge">{roleNames[person.roleEverywhere]} of all projects</span>
      )}
      {person.elsewhere.map(({ projectId, role }) => (
        <span className="badge" key={projectId}>
          {roleNames[role]} of {nameOf(projectId)}
        </span>
      ))}
      {!person.role && !isEverywhere && person.elsewhere.length === 0 && (
        <span className="muted">none</span>
      )}
    </div>
  );
}

function PersonMenu({
  scope,
  person,
  onDo,
}: {
  scope: Project | null;
  person: Person;
  onDo: (doing: Doing) => void;
}) {
  const me = useMe();
  const entries: MenuEntry[] = [];
  const isHere = scope === null || person.role !== null;
  if (isHere && can(scope ?? me, "people.set")) {
    entries.push({ label: "Change the role", icon: "gear", onSelect: () => onDo("role") });
  }
  const canRemove = scope === null ? can(me, "people.remove") : person.role !== null;
  if (canRemove && can(scope ?? me, "people.set")) {
    entries.push({
      label: scope ? "Take out of the project" : "Remove the account",
      ...{ icon: "close", danger: true },
      onSelect: () => onDo("remove"),
    });
  }
  return entries.length > 0 ? (
    <Menu label={`What to do with ${person.name}`} entries={entries} />
  ) : null;
}

type DialogProps = { scope: Project | null; person: Person; onClose: () => void };

function ChangeRole({ scope, person, onClose }: DialogProps) {
  const refresh = useRefreshPeople(scope);
  const [role, setRole] = useState<Role | "none">(person.role ?? "none");
  const door = api.people({ projectId: scopeId(scope) })({ userId: person.userId }).role;
  const save = async () => {
    await unwrap(door.put({ role: role === "none" ? null : role }));
    await refresh();
    showToast("Saved");
  };
  return (
    <Dialog title={`Role of ${person.name}`} onClose={onClose}>
      <Form action="Save" onSubmit={save} onDone={onClose} onCancel={onClose}>
        {() => (
          <RadioCards<Role | "none">
            label={scope ? `In ${scope.name}` : "In all projects"}
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
                      description: "Only what single projects give.",
                    },
                  ]),
            ]}
          />
        )}
      </Form>
    </Dialog>
  );
}

function Remove({ scope, person, onClose }: DialogProps) {
  const refresh = useRefreshPeople(scope);
  const door = api.people({ projectId: scopeId(scope) })({ userId: person.userId });
  const remove = async () => {
    await unwrap(scope ? door.role.put({ role: null }) : door.remove.post());
    await refresh();
    showToast(`${person.name} is removed`);
  };
  return (
    <ConfirmDialog
      title={scope ? `Take ${person.name} out of ${scope.name}?` : `Remove ${person.name}?`}
      action={scope ? "Take out" : "Remove"}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {scope
          ? "The account stays; the role in this project is gone at once."
          : "The account, its sessions and its roles are gone at once. What they did stays in the activity."}
      </p>
    </ConfirmDialog>
  );
}
