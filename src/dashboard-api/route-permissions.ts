/**
 * Every route of the dashboard's API and what it requires: a permission, in the project of the path
 * or in all projects; `signedIn` for what every user may do with their own account, `confirmed` for
 * what takes a confirmation, too, `confirmedIfSecond` where it has a second factor; `public` for what precedes signing in. A
 * route that is not listed refuses every request.
 */
import type { Permission } from "../accounts/permissions.ts";

/** Stands for all projects in a path. */
export const allProjects = "all";

export type Requirement = Permission | "public" | "signedIn" | "confirmed" | "confirmedIfSecond";

export const apiPath = "/dashboard/api";

export const routePermissions = {
  "GET /session": "public",
  "POST /session": "public",
  "POST /session/second-factor": "public",
  "POST /session/passkey": "public",
  "POST /session/passkey/options": "public",
  "POST /session/end": "public",
  "POST /links/details": "public",
  "POST /links/join": "public",
  "POST /links/password": "public",

  "POST /links/accept": "signedIn",

  "PUT /account/name": "signedIn",
  "PUT /account/password": "confirmedIfSecond",
  "POST /account/confirm": "signedIn",
  "GET /account/sessions": "signedIn",
  "POST /account/sessions/end-others": "signedIn",
  "POST /account/sessions/:sessionId/end": "signedIn",
  "GET /account/trusted-devices": "signedIn",
  "POST /account/trusted-devices/:deviceId/end": "signedIn",
  "POST /account/confirm/passkey": "signedIn",
  "GET /account/passkeys": "signedIn",
  "POST /account/passkeys": "confirmed",
  "POST /account/passkeys/options": "confirmed",
  "PUT /account/passkeys/:passkeyId/name": "signedIn",
  "POST /account/passkeys/:passkeyId/remove": "confirmed",
  "POST /account/two-factor": "signedIn",
  "POST /account/two-factor/confirm": "signedIn",
  "POST /account/two-factor/backup-codes": "confirmedIfSecond",
  "POST /account/two-factor/end": "confirmedIfSecond",

  "POST /projects": "project.create",
  "PUT /projects/:projectId/name": "project.set",
  "PUT /projects/:projectId/risk-setting": "project.set",
  "GET /projects/:projectId/base-rate": "figures.read",
  "GET /projects/:projectId/base-rate/preview": "figures.read",
  "PUT /projects/:projectId/base-rate": "project.set",
  "PUT /projects/:projectId/archived": "project.archive",

  "GET /projects/:projectId/keys": "key.read",
  "POST /projects/:projectId/keys": "key.create",
  "PUT /projects/:projectId/keys/:keyId/name": "key.set",
  "PUT /projects/:projectId/keys/:keyId/origins": "key.set",
  "PUT /projects/:projectId/keys/:keyId/restrictions": "key.set",
  "POST /projects/:projectId/keys/:keyId/revoke": "key.revoke",

  "GET /projects/:projectId/money": "figures.read",
  "PUT /projects/:projectId/money/terms": "project.set",
  "GET /projects/:projectId/risk-setting/preview": "figures.read",
  "GET /projects/:projectId/agents": "project.read",
  "PUT /projects/:projectId/agents": "project.set",
  "GET /projects/:projectId/kiosks": "guest.read",
  "PUT /projects/:projectId/kiosks": "project.set",
  "GET /projects/:projectId/retention": "project.read",
  "GET /projects/:projectId/retention/would-delete": "project.set",
  "PUT /projects/:projectId/retention": "retention.set",

  "GET /projects/:projectId/decision-retention": "project.read",
  "GET /projects/:projectId/decision-retention/would-blank": "project.set",
  "PUT /projects/:projectId/decision-retention": "retention.set",

  "POST /projects/:projectId/guests/erase": "guest.erase",
  "POST /projects/:projectId/guests/export": "guest.erase",
  "GET /projects/:projectId/guests/receipts": "guest.erase",

  "POST /projects/:projectId/decisions/list": "decision.read",
  "POST /projects/:projectId/decisions/reasons": "decision.read",
  "POST /projects/:projectId/decisions/find": "decision.read",
  "POST /projects/:projectId/decisions/hotels": "decision.read",
  "GET /projects/:projectId/decisions/models": "decision.read",
  "POST /projects/:projectId/decisions/exports": "decision.read",
  "GET /projects/:projectId/decisions/exports/:orderId": "decision.read",

  "GET /projects/:projectId/decisions/:decisionId": "decision.read",
  "GET /projects/:projectId/decisions/:decisionId/journey": "decision.read",
  "GET /projects/:projectId/decisions/:decisionId/features": "decision.read",
  "GET /projects/:projectId/decisions/:decisionId/reasons": "decision.read",
  "GET /projects/:projectId/decisions/:decisionId/linked": "decision.read",
  "POST /projects/:projectId/decisions/:decisionId/verify": "decision.read",
  "POST /projects/:projectId/decisions/:decisionId/outcome": "outcome.set",
  "POST /projects/:projectId/decisions/:decisionId/outcome/withdraw": "outcome.set",

  "GET /people/:projectId": "people.read",
  "POST /people/:projectId/invitations": "people.invite",
  "POST /people/:projectId/invitations/:linkId/withdraw": "people.invite",
  "PUT /people/:projectId/:userId/role": "people.set",
  "POST /people/:projectId/:userId/remove": "people.remove",
  "PUT /projects/:projectId/second-factor": "people.set",

  "GET /projects/:projectId/overview": "figures.read",
  "GET /projects/:projectId/overview/drift": "figures.read",

  "GET /projects/:projectId/models": "model.read",
  "POST /projects/:projectId/models/rollback": "model.set",
  "GET /projects/:projectId/models/:model": "model.read",
  "GET /projects/:projectId/models/:model/shadow": "model.read",
  "PUT /projects/:projectId/models/:model/shadow": "model.set",
  "POST /projects/:projectId/models/:model/promote": "model.set",
  "GET /projects/:projectId/models/:model/replays": "model.read",
  "POST /projects/:projectId/models/:model/replays": "model.set",
  "GET /projects/:projectId/models/:model/replays/:replayId": "model.read",
  "POST /models/:model/retire": "model.set",

  "GET /projects/:projectId/start": "project.read",

  "GET /audit/:projectId": "audit.read",
  "GET /audit/:projectId/export": "audit.read",
} as const satisfies Record<string, Requirement>;

/** @param path of the route, without `apiPath`. @returns null where there is no such route. */
export function requirementOf(method: string, path: string): Requirement | null {
  const route = `${method} ${path}`;
  if (!Object.hasOwn(routePermissions, route)) return null;
  return routePermissions[route as keyof typeof routePermissions];
}
