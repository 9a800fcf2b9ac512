import { type Action, allowedActions } from "../../accounts/permissions.ts";
import { type ProjectSummary, projectSummary } from "../../projects/projects.ts";
import { version } from "../../version.ts";
import { sessionOf, type Visitor } from "../admit.ts";
import type { Parts } from "../parts.ts";

export interface Look {
  version: string;
  /** Nobody has an account yet. */
  needsOwner: boolean;
  me: Me | null;
}

export interface Me {
  userId: string;
  name: string;
  email: string;
  twoFactor: boolean;
  /** What concerns all projects. */
  allowed: Action[];
  /** Those that this person has a role in, in the order of their making. */
  projects: (ProjectSummary & { allowed: Action[] })[];
}

/** Everything that the page's frame shows, in one answer. */
export async function look({ store }: Parts, visitor: Visitor): Promise<Look> {
  const session = await sessionOf(visitor);
  const person = session && (await store.accounts.find(session.userId));
  if (!person) {
    return { version, needsOwner: (await store.accounts.list()).length === 0, me: null };
  }
  const [grants, projects] = await Promise.all([
    store.accounts.grants(person.id),
    store.projects.list(),
  ]);
  const me: Me = {
    ...{ userId: person.id, name: person.name, email: person.email },
    twoFactor: person.twoFactorEnabled,
    allowed: allowedActions(grants, null),
    projects: projects
      .map((one) => ({ ...projectSummary(one), allowed: allowedActions(grants, one.id) }))
      .filter(({ allowed }) => allowed.includes("project.read")),
  };
  return { version, needsOwner: false, me };
}
