import type { OneTimeLinkRecord, Role } from "../../storage/accounts.ts";
import type { Visitor } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { usableLink } from "./usable.ts";

export interface LinkLook {
  purpose: OneTimeLinkRecord["purpose"];
  /** Null: whoever has the link says. */
  email: string | null;
  role: Role | null;
  /** Null: all projects. */
  projectName: string | null;
  invitedBy: string;
  expiresAt: string;
}

/** What a link is for, without using it up. */
export async function lookAtLink(parts: Parts, visitor: Visitor, token: string): Promise<LinkLook> {
  const link = await usableLink(parts, visitor, token);
  const project = link.projectId && (await parts.store.projects.find(link.projectId));
  return {
    purpose: link.purpose,
    email: link.email,
    role: link.role,
    projectName: project ? project.name : null,
    invitedBy: link.createdBy,
    expiresAt: new Date(link.expiresAt).toISOString(),
  };
}
