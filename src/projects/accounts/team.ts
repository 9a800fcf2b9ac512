/** The team: invitations, roles, and the removal of accounts. */
import { DomainError, invalidInput } from "../../base/domain-error.ts";
import type { OneTimeLinkRecord, SecondFactors } from "../../storage/port/accounts.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import { type Role, roles } from "../../storage/port/roles.ts";
import type { Store } from "../../storage/port/store.ts";
import { getProject } from "../projects.ts";
import { readEmail } from "./email-address.ts";
import { createLink } from "./link.ts";

export interface AccountDeps {
  store: Pick<Store, "accounts" | "projects">;
  now: () => number;
}

/** A link that works once; the token in it is stored nowhere. */
export interface CreatedLink {
  token: string;
  link: OneTimeLinkRecord;
}

/** @throws DomainError invalid_input */
export function requireEmail(text: string): string {
  const email = readEmail(text);
  if (email === null) throw invalidInput("email", "must be an e-mail address");
  return email;
}

function requireRole(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role) return role;
  throw invalidInput("role", `must be one of ${roles.join(", ")}`);
}

interface InviteInput {
  email: string;
  role: string;
  /** Null: all projects. */
  projectId: string | null;
}

/**
 * Creates an invitation: a link that works once. With it somebody creates an account with a role,
 * or, if the address has an account already, its holder signs in and accepts the role.
 * @returns `hasAccount` whether the address has an account: for the operator, since an owner of one
 *   project is not to learn who has an account in another.
 * @throws DomainError invalid_input, project_not_found, role_exists
 */
export async function inviteAccount(
  { store, now }: AccountDeps,
  actor: Actor,
  input: InviteInput,
): Promise<{ email: string; role: Role; hasAccount: boolean; created: CreatedLink }> {
  const { projectId } = input;
  const email = requireEmail(input.email);
  const role = requireRole(input.role);
  if (projectId !== null) await getProject(store, projectId);
  const account = await store.accounts.findByEmail(email);
  const grants = await store.accounts.grants(account?.id ?? ""); // Always asked: time tells nothing.
  if (grants.some((one) => one.projectId === projectId)) {
    throw new DomainError("role_exists", { email });
  }
  const wanted = { purpose: "invitation", email, role, projectId } as const;
  const created = await createLink({ store, now }, actor, wanted);
  return { email, role, hasAccount: account !== null, created };
}

/**
 * Withdraws an invitation; with `projectId` only one to that project.
 * @throws DomainError invitation_not_found
 */
export async function withdrawInvitation(
  { store, now }: AccountDeps,
  actor: Actor,
  { linkId, projectId }: { linkId: string; projectId: string | null },
): Promise<void> {
  const at = now();
  const link = (await store.accounts.links(at)).find(
    ({ id, purpose }) => id === linkId && purpose === "invitation",
  );
  if (link && (projectId === null || link.projectId === projectId)) {
    const invited = { subject: link.email ?? "", projectId: link.projectId, detail: {} };
    const entry = auditEntry(actor, at, "person.uninvite", invited);
    if (await store.accounts.withdrawLink(linkId, entry)) return;
  }
  throw new DomainError("invitation_not_found", { linkId });
}

/**
 * Gives an account another role in a project, or in all (null); a null role takes it away. Where it
 * has none yet it has to be invited, so that its holder accepts the role.
 * @throws DomainError account_not_found, invitation_required, last_owner
 */
export async function setAccountRole(
  { store, now }: AccountDeps,
  actor: Actor,
  input: { userId: string; projectId: string | null; role: Role | null },
): Promise<void> {
  const { userId, projectId, role } = input;
  const [account, grants] = await Promise.all([
    store.accounts.find(userId),
    store.accounts.grants(userId),
  ]);
  const isMember = grants.some((one) => one.projectId === projectId);
  if (!account || (!isMember && projectId !== null)) {
    throw new DomainError("account_not_found", { account: userId });
  }
  const { email } = account;
  if (!isMember) throw new DomainError("invitation_required", { email });
  const detail = { role };
  const entry = auditEntry(actor, now(), "person.role", { subject: email, projectId, detail });
  const result = await store.accounts.setRole(userId, projectId, role, entry);
  if (result === "gone") throw new DomainError("account_not_found", { account: userId });
  if (result === "last") throw new DomainError("last_owner", { email });
}

/** Deletes an account with its sessions. @throws DomainError account_not_found, last_owner */
export async function removeAccount(
  { store, now }: AccountDeps,
  actor: Actor,
  { userId }: { userId: string },
): Promise<void> {
  const account = await store.accounts.find(userId);
  if (!account) throw new DomainError("account_not_found", { account: userId });
  const { email } = account;
  const removed = { subject: email, projectId: null, detail: {} };
  const entry = auditEntry(actor, now(), "person.remove", removed);
  if (await store.accounts.remove(userId, entry)) return;
  throw new DomainError("last_owner", { email });
}

/** What a reset does to an account, besides the link. */
export interface PasswordReset {
  email: string;
  /** The names of its passkeys: those that it removed, and those that stay. */
  removedPasskeys: readonly string[];
  keptPasskeys: readonly string[];
  /** A second factor was removed, and the old password with it, which alone would now be enough. */
  passwordEnded: boolean;
  created: CreatedLink;
}

/**
 * Creates a link with which an account gets a new password, and removes its passkeys: one of them may
 * be of whoever made the reset necessary.
 * @param input `drop` what is removed at once; where that is a second factor, the password is, too.
 * @throws DomainError invalid_input, account_not_found
 */
export async function createPasswordLink(
  { store, now }: AccountDeps,
  actor: Actor,
  input: { email: string; drop: SecondFactors },
): Promise<PasswordReset> {
  const email = requireEmail(input.email);
  const account = await store.accounts.findByEmail(email);
  if (!account) throw new DomainError("account_not_found", { account: email });
  const names = (await store.accounts.passkeys(account.id)).map(({ name }) => name);
  const { app, passkeys } = input.drop;
  const removedPasskeys = passkeys ? names : [];
  const passwordEnded = app || removedPasskeys.length > 0;
  if (passwordEnded) {
    const detail = { app, passkeys: removedPasskeys };
    const dropped = { subject: email, projectId: null, detail };
    const entry = auditEntry(actor, now(), "two-factor.drop", dropped);
    await store.accounts.dropTwoFactor(account.id, input.drop, entry);
  }
  const wanted = { purpose: "password", email, role: null, projectId: null } as const;
  const created = await createLink({ store, now }, actor, wanted);
  return { email, removedPasskeys, keptPasskeys: passkeys ? [] : names, passwordEnded, created };
}
