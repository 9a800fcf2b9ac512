/** Which rows of the tables for accounts are meant, as Drizzle's conditions: the same in both stores. */
import { and, type Column, eq, like } from "drizzle-orm";
import type { OneTimeLinkRecord } from "../accounts.ts";
import { trustedDevicePrefix } from "../sign-ins.ts";
import { allProjects } from "./all-projects.ts";
import { hasValue } from "./has-value.ts";

type Columns<Name extends string> = Readonly<Record<Name, Column>>;

interface Tables {
  accounts: Columns<"userId" | "providerId">;
  grants: Columns<"userId" | "projectId" | "role">;
  links: Columns<"purpose" | "email" | "projectId" | "creatorId">;
  verifications: Columns<"value" | "identifier">;
}

export function accountConditions({ accounts, grants, links, verifications }: Tables) {
  return {
    owners: and(eq(grants.projectId, allProjects), eq(grants.role, "owner")),

    grantOf: (userId: string, projectId: string | null) =>
      and(eq(grants.userId, userId), eq(grants.projectId, projectId ?? allProjects)),

    passwordOf: (userId: string) =>
      and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")),

    /** The sign-in library's rows for the trusted devices of a user. */
    trusted: (userId: string) =>
      and(
        eq(verifications.value, userId),
        like(verifications.identifier, `${trustedDevicePrefix}%`),
      ),

    /** @param projectId null: in all of them, and in each. */
    invitationsOf: (creatorId: string, projectId: string | null) =>
      and(
        eq(links.purpose, "invitation"),
        eq(links.creatorId, creatorId),
        projectId === null ? undefined : eq(links.projectId, projectId),
      ),

    /** The links that a new one replaces. */
    replacedBy: ({ purpose, email, projectId }: OneTimeLinkRecord) =>
      and(
        eq(links.purpose, purpose),
        hasValue(links.email, email),
        hasValue(links.projectId, projectId),
      ),
  };
}
