/**
 * The permissions of each role, in one table. An action that is not in it is denied to all.
 *
 * A role is held in one project or in all of them. What concerns no single project, such as making
 * one, takes the role in all.
 */

import type { GrantRecord } from "../../storage/port/accounts.ts";
import type { Role } from "../../storage/port/roles.ts";

export const permissions = {
  "project.read": ["owner", "analyst", "viewer"],
  "project.create": ["owner"],
  "project.set": ["owner"],
  "project.archive": ["owner"],
  /** Shortening it deletes data. */
  "retention.set": ["owner"],
  "figures.read": ["owner", "analyst", "viewer"],
  "decision.read": ["owner", "analyst", "viewer"],
  /** Saving filters of the list of decisions for everybody in the project. */
  "view.set": ["owner", "analyst"],
  /** Names, e-mail addresses, phones and IP addresses: without it no response contains them. */
  "guest.read": ["owner", "analyst"],
  /** Erasing and exporting all that is stored of a guest. */
  "guest.erase": ["owner"],
  "outcome.set": ["owner", "analyst"],
  /** How many entries the lists have; their values take `guest.read`. */
  "list.count": ["owner", "analyst", "viewer"],
  "list.set": ["owner", "analyst"],
  /** Letting a denied guest through once. */
  "pass.give": ["owner", "analyst"],
  /** URLs of webhooks, which may have a secret of the receiver, and their log. */
  "webhook.read": ["owner", "analyst"],
  "webhook.set": ["owner"],
  /** How many cases wait for review, and how long they take. */
  "review.count": ["owner", "analyst", "viewer"],
  /** Opening cases, and giving their verdict. */
  "review.decide": ["owner", "analyst"],
  "model.read": ["owner", "analyst", "viewer"],
  "model.set": ["owner"],
  "key.read": ["owner", "analyst"],
  "key.create": ["owner"],
  "key.set": ["owner"],
  "key.revoke": ["owner"],
  "people.read": ["owner"],
  "people.invite": ["owner"],
  "people.set": ["owner"],
  "people.remove": ["owner"],
  "audit.read": ["owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** What each role is for, in the words that people choose by. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  owner: "Full access: settings, keys and team.",
  analyst:
    "Can view decisions with guests' data, report outcomes, decide reviews, change lists and let guests through. " +
    "Sees which keys are in use, and webhooks.",
  viewer: "Can view figures, and decisions without guests' data.",
};

/**
 * Whether a user with these roles is allowed to perform an action.
 * @param projectId where; null: in all projects.
 */
export function isAllowed(
  grants: readonly Pick<GrantRecord, "projectId" | "role">[],
  permission: Permission,
  projectId: string | null,
): boolean {
  const allowed: readonly Role[] = permissions[permission];
  return grants.some(
    (grant) =>
      (grant.projectId === null || grant.projectId === projectId) && allowed.includes(grant.role),
  );
}

/** Everything that these roles allow there. */
export function allowedPermissions(
  grants: readonly Pick<GrantRecord, "projectId" | "role">[],
  projectId: string | null,
): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) =>
    isAllowed(grants, permission, projectId),
  );
}
