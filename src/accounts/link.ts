/** Links that work once: who has one becomes an owner, joins, or sets a new password. */
import { hash, randomBytes } from "node:crypto";
import { randomBase62 } from "../projects/keys.ts";
import type { NewUser, OneTimeLinkRecord, Role } from "../storage/accounts.ts";
import type { AuditRecord } from "../storage/audit.ts";
import type { Store } from "../storage/store.ts";
import { hashPassword } from "./password.ts";

const hourMs = 60 * 60 * 1000;

/** How long a link can be used, ms. */
export const linkLifeMs: Readonly<Record<OneTimeLinkRecord["purpose"], number>> = {
  "first-owner": hourMs,
  invitation: 7 * 24 * hourMs,
  password: hourMs,
};

/** Where links lead; the token stands behind `#`, which browsers send to nobody. */
export const welcomePath = "/dashboard/welcome";

const tokenForm = /^[0-9A-Za-z_-]{43}$/; // 256 bits

export interface WantedLink {
  purpose: OneTimeLinkRecord["purpose"];
  email: string | null;
  role: Role | null;
  projectId: string | null;
  /** Who makes it, for the audit. */
  actor: string;
  at: number;
}

/** @returns the link's token, which is kept nowhere, and what is kept of it. */
export async function makeLink(
  { actor, at, ...wanted }: WantedLink,
  store: Store,
): Promise<{ token: string; link: OneTimeLinkRecord }> {
  const token = randomBytes(32).toString("base64url");
  const link: OneTimeLinkRecord = {
    id: `lnk_${randomBase62(12)}`,
    hash: hash("sha256", token),
    ...wanted,
    createdBy: actor,
    createdAt: at,
    expiresAt: at + linkLifeMs[wanted.purpose],
  };
  const { purpose, role, projectId } = wanted;
  const action = { "first-owner": "first-owner", invitation: "invite", password: "reset" }[purpose];
  await store.accounts.addLink(link, {
    ...{ at, actor, action: `person.${action}`, subject: wanted.email ?? "", projectId },
    detail: JSON.stringify({ role }),
  });
  return { token, link };
}

export function linkUrl(base: string | URL, token: string): string {
  return `${new URL(welcomePath, base).href}#${token}`;
}

/** @returns null where the token is none, was used, or is too old. */
export async function openLink(
  token: string,
  at: number,
  store: Store,
): Promise<OneTimeLinkRecord | null> {
  if (!tokenForm.test(token)) return null;
  const link = await store.accounts.findLink(hash("sha256", token));
  if (!link || link.expiresAt <= at) return null;
  // Who came first owns it: a second link of that kind is worth nothing any more.
  if (link.purpose === "first-owner" && (await store.accounts.list()).length > 0) return null;
  return link;
}

/** Adds the person whom a link invites. The address and the password have been checked. */
export async function join(
  link: OneTimeLinkRecord,
  { name, email, password }: { name: string; email: string; password: string },
  at: number,
  store: Store,
): Promise<"done" | "gone" | "taken"> {
  const added: NewUser = {
    user: {
      ...{ id: `usr_${randomBase62(16)}`, name, email },
      ...{ twoFactorEnabled: false, createdAt: at },
    },
    passwordHash: await hashPassword(password),
    grant: { projectId: link.projectId, role: link.role ?? "viewer", grantedAt: at },
  };
  const detail = JSON.stringify({ role: added.grant.role, invitedBy: link.createdBy });
  const line: AuditRecord = {
    ...{ at, actor: email, action: "person.join", subject: email },
    ...{ projectId: link.projectId, detail },
  };
  return store.accounts.join(link.hash, added, line);
}

/** Somebody's new password, by a link: who signed in with the old one is signed out. */
export async function resetPassword(
  link: OneTimeLinkRecord,
  userId: string,
  password: string,
  at: number,
  store: Store,
): Promise<boolean> {
  const email = link.email ?? "";
  return store.accounts.setPassword(link.hash, userId, await hashPassword(password), {
    ...{ at, actor: email, action: "person.password", subject: email },
    ...{ projectId: null, detail: JSON.stringify({ link: true }) },
  });
}
