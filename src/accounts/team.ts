/** The team: invitations, roles, and the removal of accounts. */
import { DomainError, invalidInput } from "../domain-error.ts";
import { getProject } from "../projects/projects.ts";
import type { OneTimeLinkRecord } from "../storage/accounts.ts";
import { type Actor, auditEntry } from "../storage/audit.ts";
import { type Role, roles } from "../storage/roles.ts";
import type { Store } from "../storage/store.ts";
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
 * Creates an invitation: a link that works once, to create an account with a role.
 * @throws DomainError invalid_input, project_not_found, account_exists
 */
export async function inviteAccount(
  { store, now }: AccountDeps,
  actor: Actor,
  input: InviteInput,
): Promise<{ email: string; role: Role; created: CreatedLink }> {
  const { projectId } = input;
  const email = requireEmail(input.email);
  const role = requireRole(input.role);
  if (projectId !== null) await getProject(store, projectId);
  if (await store.accounts.findByEmail(email)) throw new DomainError("account_exists", { email });
  const wanted = { purpose: "invitation", email, role, projectId } as const;
  return { email, role, created: await createLink({ store, now }, actor, wanted) };
}

/**
 * As `inviteAccount`, but an existing account gets the role at once.
 * @returns `created` null where an account got the role.
 * @throws DomainError invalid_input, project_not_found, role_exists
 */
export async function inviteOrGrant(
  deps: AccountDeps,
  actor: Actor,
  input: InviteInput,
): Promise<{ email: string; role: Role; created: CreatedLink | null }> {
  const { store, now } = deps;
  const account = await store.accounts.findByEmail(requireEmail(input.email));
  if (!account) return inviteAccount(deps, actor, input);
  const { email } = account;
  const { projectId } = input;
  const role = requireRole(input.role);
  if (projectId !== null) await getProject(store, projectId);
  const grants = await store.accounts.grants(account.id);
  if (grants.some((one) => one.projectId === projectId)) {
    throw new DomainError("role_exists", { email });
  }
  const detail = { role };
  const entry = auditEntry(actor, now(), "person.role", { subject: email, projectId, detail });
  await store.accounts.setRole(account.id, projectId, role, entry);
  return { email, role, created: null };
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
 * Gives an account another role in a project, or in all (null); a null role takes it away.
 * @throws DomainError account_not_found, last_owner
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
  const isMember = projectId === null || grants.some((one) => one.projectId === projectId);
  if (!account || !isMember) throw new DomainError("account_not_found", { account: userId });
  const { email } = account;
  const detail = { role };
  const entry = auditEntry(actor, now(), "person.role", { subject: email, projectId, detail });
  if (await store.accounts.setRole(userId, projectId, role, entry)) return;
  throw new DomainError("last_owner", { email });
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

/**
 * Creates a link with which an account gets a new password.
 * @param input `dropTwoFactor` also turns its second factor off.
 * @throws DomainError invalid_input, account_not_found
 */
export async function createPasswordLink(
  { store, now }: AccountDeps,
  actor: Actor,
  input: { email: string; dropTwoFactor: boolean },
): Promise<{ email: string; created: CreatedLink }> {
  const email = requireEmail(input.email);
  const account = await store.accounts.findByEmail(email);
  if (!account) throw new DomainError("account_not_found", { account: email });
  if (input.dropTwoFactor) {
    const dropped = { subject: email, projectId: null, detail: {} };
    const entry = auditEntry(actor, now(), "two-factor.drop", dropped);
    await store.accounts.dropTwoFactor(account.id, entry);
  }
  const wanted = { purpose: "password", email, role: null, projectId: null } as const;
  return { email, created: await createLink({ store, now }, actor, wanted) };
}
