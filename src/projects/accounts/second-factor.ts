/** Who has a second factor, and which projects let nobody in without one. */
import { DomainError } from "../../base/domain-error.ts";
import type { UserRecord } from "../../storage/port/accounts.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import { getChoices } from "../choices.ts";

export interface SecondFactorDeps {
  store: Pick<Store, "accounts" | "projects">;
  now: () => number;
}

type Factors = Pick<UserRecord, "twoFactorEnabled" | "hasPasskey">;

/** What is required of members: by the service of all, or by single projects. */
export interface SecondFactorRule {
  everywhere: boolean;
  /** Identifiers. */
  projects: readonly string[];
}

/** A passkey is one by itself: the device also asks for its PIN or a finger. */
export const hasSecondFactor = (user: Factors) => strongestFactor(user) !== "password";

/** What a user confirms with who they are: the strongest of what the account has. */
export function strongestFactor({
  twoFactorEnabled,
  hasPasskey,
}: Factors): "passkey" | "app" | "password" {
  if (hasPasskey) return "passkey";
  return twoFactorEnabled ? "app" : "password";
}

/** @param everywhere the service's setting. */
export async function secondFactorRule(
  store: Pick<Store, "projects">,
  everywhere: boolean,
): Promise<SecondFactorRule> {
  return { everywhere, projects: await store.projects.requiringSecondFactor() };
}

/**
 * Whether members need a second factor there.
 * @param projectId null: what concerns all projects, and so each that requires one.
 */
export function requiresSecondFactor(rule: SecondFactorRule, projectId: string | null): boolean {
  if (rule.everywhere) return true;
  return projectId === null ? rule.projects.length > 0 : rule.projects.includes(projectId);
}

/**
 * Requires a second factor of the members of a project, or no longer. It holds from the next request
 * on. The same again changes nothing.
 * @throws DomainError project_not_found, own_second_factor_missing
 */
export async function setSecondFactorRequired(
  { store, now }: SecondFactorDeps,
  actor: Actor,
  { projectId, required }: { projectId: string; required: boolean },
): Promise<void> {
  const choices = await getChoices({ store }, projectId);
  const own = actor.userId === undefined ? null : await store.accounts.find(actor.userId);
  if (required && own && !hasSecondFactor(own)) {
    throw new DomainError("own_second_factor_missing", { email: own.email });
  }
  if (choices.requiresSecondFactor === required) return;
  await store.projects.setRequiresSecondFactor(
    projectId,
    required,
    auditEntry(actor, now(), "project.second-factor", {
      subject: projectId,
      projectId,
      detail: { required },
    }),
  );
}
