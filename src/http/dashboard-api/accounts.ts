/** `/people/:projectId`: the accounts with a role in a project, or in all projects (`all`). */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { DomainError } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { isMakerAllowed } from "../../projects/accounts/link.ts";
import {
  hasSecondFactor,
  requiresSecondFactor,
  secondFactorRule,
} from "../../projects/accounts/second-factor.ts";
import {
  inviteAccount,
  removeAccount,
  setAccountRole,
  withdrawInvitation,
} from "../../projects/accounts/team.ts";
import type { Role as RoleName } from "../../storage/port/roles.ts";
import type { RouteDeps } from "./deps.ts";
import { type UserCaller, userGuard } from "./guards.ts";
import { Email, ofProject, Role } from "./schemas.ts";

const ofAccount = Type.Object({ projectId: Type.String(), userId: Type.String() });
const ofLink = Type.Object({ projectId: Type.String(), linkId: Type.String() });
const done = { done: true } as const;

export const accountRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/people/:projectId" })
    .use(userGuard(deps))
    .get("", ({ caller }) => listTeam(deps, caller), { params: ofProject })
    .post("/invitations", ({ caller, body }) => invite(deps, caller, body), {
      params: ofProject,
      body: Type.Object({ email: Email, role: Role }),
    })
    .post(
      "/invitations/:linkId/withdraw",
      async ({ caller: { actor, projectId }, params: { linkId } }) => {
        await withdrawInvitation(deps, actor, { linkId, projectId });
        return done;
      },
      { params: ofLink },
    )
    .put(
      "/:userId/role",
      async ({ caller: { actor, projectId }, params: { userId }, body: { role } }) => {
        await setAccountRole(deps, actor, { userId, projectId, role });
        return done;
      },
      { params: ofAccount, body: Type.Object({ role: Type.Union([Role, Type.Null()]) }) },
    )
    .post(
      "/:userId/remove",
      async ({ caller: { actor, projectId }, params: { userId } }) => {
        // Only for owners of all projects, since the account may have roles in several.
        if (projectId !== null) throw new DomainError("account_not_found", { account: userId });
        await removeAccount(deps, actor, { userId });
        return done;
      },
      { params: ofAccount },
    );

export interface Invited {
  /** The token of the link to hand over. */
  token: string;
  email: string;
  expiresAt: string;
}

async function invite(
  deps: RouteDeps,
  { actor, projectId }: UserCaller,
  body: { email: string; role: RoleName },
): Promise<Invited> {
  const input = { ...body, projectId };
  const { email, created } = await inviteAccount(deps, actor, input);
  const { token, link } = created;
  return { token, email, expiresAt: isoTime(link.expiresAt) };
}

export interface TeamList {
  /** Whether members need a second factor: the project says so, or the service of every project. */
  secondFactor: { required: boolean; everywhere: boolean };
  people: {
    userId: string;
    name: string;
    email: string;
    twoFactor: boolean;
    joinedAt: string;
    /** Who invited them to create the account; null: the first owner, or not known. */
    vouchedBy: string | null;
    /** In this project, or in all projects where the list is of all; null: only elsewhere. */
    role: RoleName | null;
    /** The role in all projects, which also holds here. */
    roleEverywhere: RoleName | null;
    /** Where the list is of all projects: the roles in single projects. */
    elsewhere: { projectId: string; role: RoleName }[];
  }[];
  invitations: {
    linkId: string;
    email: string;
    role: RoleName;
    projectId: string | null;
    invitedBy: string;
    expiresAt: string;
  }[];
}

/** The accounts with a role in a project; of all projects, every account. */
async function listTeam(
  { store, now, secondFactorEverywhere: everywhere }: RouteDeps,
  { projectId }: Pick<UserCaller, "projectId">,
): Promise<TeamList> {
  const [users, grants, links, rule] = await Promise.all([
    store.accounts.list(),
    store.accounts.grants(),
    store.accounts.links(now()),
    secondFactorRule(store, everywhere),
  ]);
  const people = users.map((user) => {
    const own = grants.filter(({ userId }) => userId === user.id);
    const roleIn = (id: string | null) => own.find((one) => one.projectId === id)?.role ?? null;
    return {
      userId: user.id,
      name: user.name,
      email: user.email,
      twoFactor: hasSecondFactor(user),
      joinedAt: isoTime(user.createdAt),
      vouchedBy: user.vouchedBy,
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
    (link) =>
      link.purpose === "invitation" &&
      (projectId === null || link.projectId === projectId) &&
      isMakerAllowed(link, grants),
  );
  return {
    secondFactor: { required: requiresSecondFactor(rule, projectId), everywhere },
    people: people.filter((one) => projectId === null || one.role || one.roleEverywhere),
    invitations: invitations.map((link) => ({
      linkId: link.id,
      email: link.email ?? "",
      role: link.role ?? "viewer",
      projectId: link.projectId,
      invitedBy: link.createdBy,
      expiresAt: isoTime(link.expiresAt),
    })),
  };
}
