/**
 * Every door of the dashboard and what it takes to go through: an action of `permissions`, in the
 * project of the address or in all; `signedIn` for what is everybody's own; `anyone` for what comes
 * before that. A door that is not listed opens for nobody.
 */
import type { Action } from "../people/permissions.ts";

/** The project of an address that means all of them. */
export const allProjects = "all";

export type Need = Action | "anyone" | "signedIn";

export const apiPath = "/dashboard/api";

export const doors = {
  "GET /session": "anyone",
  "POST /session": "anyone",
  "POST /session/second-factor": "anyone",
  "POST /session/end": "anyone",
  "POST /links/look": "anyone",
  "POST /links/join": "anyone",
  "POST /links/password": "anyone",

  "PUT /account/name": "signedIn",
  "PUT /account/password": "signedIn",
  "GET /account/sessions": "signedIn",
  "POST /account/sessions/end-others": "signedIn",
  "POST /account/sessions/:sessionId/end": "signedIn",
  "POST /account/two-factor": "signedIn",
  "POST /account/two-factor/confirm": "signedIn",
  "POST /account/two-factor/backup-codes": "signedIn",
  "POST /account/two-factor/end": "signedIn",

  "POST /projects": "project.create",
  "PUT /projects/:projectId/name": "project.set",
  "PUT /projects/:projectId/risk-setting": "project.set",
  "PUT /projects/:projectId/archived": "project.archive",

  "GET /projects/:projectId/keys": "key.read",
  "POST /projects/:projectId/keys": "key.create",
  "PUT /projects/:projectId/keys/:keyId/name": "key.set",
  "PUT /projects/:projectId/keys/:keyId/origins": "key.set",
  "POST /projects/:projectId/keys/:keyId/revoke": "key.revoke",

  "GET /people/:projectId": "people.read",
  "POST /people/:projectId/invitations": "people.invite",
  "POST /people/:projectId/invitations/:linkId/withdraw": "people.invite",
  "PUT /people/:projectId/:userId/role": "people.set",
  "POST /people/:projectId/:userId/remove": "people.remove",

  "GET /projects/:projectId/start": "project.read",

  "GET /audit/:projectId": "audit.read",
} as const satisfies Record<string, Need>;

/** @param route the path of a route, without `apiPath`; null where no door is there. */
export function needOf(method: string, route: string): Need | null {
  const door = `${method} ${route}`;
  return Object.hasOwn(doors, door) ? doors[door as keyof typeof doors] : null;
}
