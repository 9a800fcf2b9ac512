import type { Role } from "../../storage/accounts.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";

export interface PeopleHere {
  people: {
    userId: string;
    name: string;
    email: string;
    twoFactor: boolean;
    joinedAt: string;
    /** In this project, or in all where all were asked for; null: only elsewhere. */
    role: Role | null;
    /** The role in all projects, which holds here too. */
    roleEverywhere: Role | null;
    /** Asked for all: the roles in single projects as well. */
    elsewhere: { projectId: string; role: Role }[];
  }[];
  invitations: {
    linkId: string;
    email: string;
    role: Role;
    projectId: string | null;
    invitedBy: string;
    expiresAt: string;
  }[];
}

/** Of one project those with a role there; of all everybody. */
export async function listPeople(
  { store, now }: Parts,
  { projectId }: Pick<Caller, "projectId">,
): Promise<PeopleHere> {
  const [everybody, grants, links] = await Promise.all([
    store.accounts.list(),
    store.accounts.grants(),
    store.accounts.links(now()),
  ]);
  const people = everybody.map((person) => {
    const own = grants.filter(({ userId }) => userId === person.id);
    const roleIn = (id: string | null) => own.find((one) => one.projectId === id)?.role ?? null;
    return {
      ...{ userId: person.id, name: person.name, email: person.email },
      twoFactor: person.twoFactorEnabled,
      joinedAt: new Date(person.createdAt).toISOString(),
      role: roleIn(projectId),
      roleEverywhere: roleIn(null),
      elsewhere: own.flatMap((one) =>
        projectId === null && one.projectId !== null
          ? [{ projectId: one.projectId, role: one.role }]
          : [],
      ),
    };
  });
  const invitations = links.filter(
    (link) => link.purpose === "invitation" && (projectId === null || link.projectId === projectId),
  );
  return {
    people: people.filter((one) => projectId === null || one.role || one.roleEverywhere),
    invitations: invitations.map((link) => ({
      ...{ linkId: link.id, email: link.email ?? "", role: link.role ?? "viewer" },
      ...{ projectId: link.projectId, invitedBy: link.createdBy },
      expiresAt: new Date(link.expiresAt).toISOString(),
    })),
  };
}
