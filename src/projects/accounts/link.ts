/** One-time links: for the first owner, for an invitation, or to set a password. */
import { hash, randomBytes } from "node:crypto";
import { randomBase62 } from "../../base/base62.ts";
import type {
  GrantRecord,
  NewUser,
  OneTimeLinkRecord,
  UserRecord,
} from "../../storage/port/accounts.ts";
import { type Actor, type AuditAction, auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import { hashPassword } from "./password.ts";
import { isAllowed } from "./permissions.ts";

const hourMs = 60 * 60 * 1000;

/** How long a link can be used, ms. */
const linkLifeMs: Readonly<Record<OneTimeLinkRecord["purpose"], number>> = {
  "first-owner": hourMs,
  invitation: 7 * 24 * hourMs,
  password: hourMs,
};

const actions = {
  "first-owner": "person.first-owner",
  invitation: "person.invite",
  password: "person.reset",
} as const satisfies Record<OneTimeLinkRecord["purpose"], AuditAction>;

/** The token follows `#`, which browsers send to no server. */
const welcomePath = "/dashboard/welcome";

const tokenForm = /^[0-9A-Za-z_-]{43}$/; // 256 bits

export interface LinkDeps {
  store: Pick<Store, "accounts">;
  now: () => number;
}

/** @returns the link's token, which is stored nowhere, and what is stored of the link. */
export async function createLink(
  { store, now }: LinkDeps,
  actor: Actor,
  wanted: Pick<OneTimeLinkRecord, "purpose" | "email" | "role" | "projectId">,
): Promise<{ token: string; link: OneTimeLinkRecord }> {
  const { purpose, email, role, projectId } = wanted;
  const at = now();
  const token = randomBytes(32).toString("base64url");
  const link: OneTimeLinkRecord = {
    id: `lnk_${randomBase62(12)}`,
    hash: hash("sha256", token),
    purpose,
    email,
    role,
    projectId,
    createdBy: actor.name,
    creatorId: actor.userId ?? null,
    createdAt: at,
    expiresAt: at + linkLifeMs[purpose],
  };
  const invited = { subject: email ?? "", projectId, detail: { role } };
  await store.accounts.addLink(link, auditEntry(actor, at, actions[purpose], invited));
  return { token, link };
}

export function linkUrl(base: string | URL, token: string): string {
  return `${new URL(welcomePath, base).href}#${token}`;
}

/**
 * Whether whoever made a link still has the right to it.
 * @param grants the roles of its maker, or of all users.
 */
export function isMakerAllowed(
  { purpose, creatorId, projectId }: OneTimeLinkRecord,
  grants: readonly GrantRecord[],
): boolean {
  if (purpose !== "invitation" || creatorId === null) return true;
  const own = grants.filter(({ userId }) => userId === creatorId);
  return isAllowed(own, "people.invite", projectId);
}

/**
 * @returns null where there is no such link, or it was used, withdrawn or has expired, or where its
 *   maker could not make it today.
 */
export async function openLink(
  token: string,
  at: number,
  store: LinkDeps["store"],
): Promise<OneTimeLinkRecord | null> {
  if (!tokenForm.test(token)) return null;
  const link = await store.accounts.findLink(hash("sha256", token));
  if (!link || link.expiresAt <= at) return null;
  const { creatorId } = link;
  const grants = creatorId === null ? [] : await store.accounts.grants(creatorId);
  if (!isMakerAllowed(link, grants)) return null;
  // Once there is an owner, other links for a first owner are worthless.
  if (link.purpose === "first-owner" && (await store.accounts.list()).length > 0) return null;
  return link;
}

/** Creates the account that a link invites. The address and the password have been checked. */
export async function join(
  { store, now }: LinkDeps,
  link: OneTimeLinkRecord,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<"done" | "gone" | "taken"> {
  const at = now();
  const { projectId } = link;
  const role = link.role ?? "viewer";
  const added: NewUser = {
    user: {
      id: `usr_${randomBase62(16)}`,
      name,
      email,
      twoFactorEnabled: false,
      createdAt: at,
      vouchedBy: link.purpose === "invitation" ? link.createdBy : null,
    },
    passwordHash: await hashPassword(password),
    grant: { projectId, role, grantedAt: at },
  };
  const detail = { role, invitedBy: link.createdBy };
  const actor = { name: email };
  const entry = auditEntry(actor, at, "person.join", { subject: email, projectId, detail });
  return store.accounts.join(link.hash, added, entry);
}

/**
 * Gives an account the role of an invitation. An account's holder has to accept it, since whoever
 * made the account may have been somebody other than the person that the inviter thinks of.
 * @param user whose address is the invitation's.
 */
export async function acceptInvitation(
  { store, now }: LinkDeps,
  link: OneTimeLinkRecord,
  { id: userId, email }: Pick<UserRecord, "id" | "email">,
): Promise<"done" | "gone" | "taken"> {
  const at = now();
  const { projectId } = link;
  const role = link.role ?? "viewer";
  const detail = { role, invitedBy: link.createdBy };
  const accepted = { subject: email, projectId, detail };
  const entry = auditEntry({ name: email }, at, "person.accept", accepted);
  return store.accounts.accept(link.hash, { userId, projectId, role, grantedAt: at }, entry);
}

/** Sets the password of a link's account and ends its sessions. @returns whether the link worked. */
export async function setPasswordByLink(
  { store, now }: LinkDeps,
  link: OneTimeLinkRecord,
  { userId, password }: { userId: string; password: string },
): Promise<boolean> {
  const email = link.email ?? "";
  const changed = { subject: email, projectId: null, detail: { link: true } } as const;
  const entry = auditEntry({ name: email }, now(), "person.password", changed);
  return store.accounts.setPassword(link.hash, userId, await hashPassword(password), entry);
}
