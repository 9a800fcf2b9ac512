/**
 * Every route of the dashboard's API and what it requires. A route that is not listed refuses every
 * request, and one that does not say whether it takes a confirmation does not pass the type check.
 */
import type { Permission } from "../../projects/accounts/permissions.ts";

/** Stands for all projects in a path. */
export const allProjects = "all";

/**
 * Who is let in: with a permission, in the project of the path or in all projects; `signedIn`, every
 * user, to their own account; `public`, everybody, before signing in.
 */
export type Access = Permission | "signedIn" | "public";

/**
 * Whether the user must have confirmed recently who they are (`confirmations.ts`): for all that would
 * outlast a stolen session or weaken what protects a project. `confirmedIfSecondFactor`: the request
 * holds the password, or follows one that did, which is enough where the account has nothing stronger.
 */
export type Confirmation = "confirmed" | "confirmedIfSecondFactor" | "unconfirmed";

export type Requirement = readonly [access: Access, confirmation: Confirmation];

export const apiPath = "/dashboard/api";

export const routeRequirements = {
  "GET /session": ["public", "unconfirmed"],
  "POST /session": ["public", "unconfirmed"],
  "POST /session/second-factor": ["public", "unconfirmed"],
  "POST /session/passkey": ["public", "unconfirmed"],
  "POST /session/passkey/options": ["public", "unconfirmed"],
  "POST /session/end": ["public", "unconfirmed"],
  "POST /links/details": ["public", "unconfirmed"],
  "POST /links/join": ["public", "unconfirmed"],
  "POST /links/password": ["public", "unconfirmed"],

  "POST /links/accept": ["signedIn", "unconfirmed"],

  "PUT /account/name": ["signedIn", "unconfirmed"],
  "PUT /account/password": ["signedIn", "confirmedIfSecondFactor"],
  "POST /account/confirm": ["signedIn", "unconfirmed"],
  "GET /account/sessions": ["signedIn", "unconfirmed"],
  "POST /account/sessions/end-others": ["signedIn", "unconfirmed"],
  "POST /account/sessions/:sessionId/end": ["signedIn", "unconfirmed"],
  "GET /account/trusted-devices": ["signedIn", "unconfirmed"],
  "POST /account/trusted-devices/:deviceId/end": ["signedIn", "unconfirmed"],
  "POST /account/confirm/passkey": ["signedIn", "unconfirmed"],
  "GET /account/passkeys": ["signedIn", "unconfirmed"],
  "POST /account/passkeys": ["signedIn", "confirmed"],
  "POST /account/passkeys/options": ["signedIn", "confirmed"],
  "PUT /account/passkeys/:passkeyId/name": ["signedIn", "unconfirmed"],
  "POST /account/passkeys/:passkeyId/remove": ["signedIn", "confirmed"],
  "POST /account/two-factor": ["signedIn", "confirmedIfSecondFactor"],
  "POST /account/two-factor/confirm": ["signedIn", "confirmedIfSecondFactor"],
  "POST /account/two-factor/backup-codes": ["signedIn", "confirmedIfSecondFactor"],
  "POST /account/two-factor/end": ["signedIn", "confirmedIfSecondFactor"],

  "POST /projects": ["project.create", "unconfirmed"],
  "PUT /projects/:projectId/name": ["project.set", "confirmed"],
  "PUT /projects/:projectId/risk-setting": ["project.set", "confirmed"],
  "GET /projects/:projectId/base-rate": ["figures.read", "unconfirmed"],
  "GET /projects/:projectId/base-rate/preview": ["figures.read", "unconfirmed"],
  "PUT /projects/:projectId/base-rate": ["project.set", "confirmed"],
  "PUT /projects/:projectId/archived": ["project.archive", "confirmed"],

  "GET /projects/:projectId/keys": ["key.read", "unconfirmed"],
  "POST /projects/:projectId/keys": ["key.create", "confirmed"],
  "PUT /projects/:projectId/keys/:keyId/name": ["key.set", "confirmed"],
  "PUT /projects/:projectId/keys/:keyId/origins": ["key.set", "confirmed"],
  "PUT /projects/:projectId/keys/:keyId/restrictions": ["key.set", "confirmed"],
  "POST /projects/:projectId/keys/:keyId/revoke": ["key.revoke", "confirmed"],

  "GET /projects/:projectId/lists": ["list.count", "unconfirmed"],
  "POST /projects/:projectId/lists/find": ["guest.read", "unconfirmed"],
  "POST /projects/:projectId/lists/entries": ["list.set", "confirmed"],
  "POST /projects/:projectId/lists/entries/:entryId/archive": ["list.set", "confirmed"],
  "GET /projects/:projectId/decisions/:decisionId/lists": ["guest.read", "unconfirmed"],
  "POST /projects/:projectId/decisions/:decisionId/pass": ["pass.give", "confirmed"],

  "GET /projects/:projectId/webhooks": ["webhook.read", "unconfirmed"],
  "POST /projects/:projectId/webhooks": ["webhook.set", "confirmed"],
  "GET /projects/:projectId/webhooks/deliveries": ["webhook.read", "unconfirmed"],
  "POST /projects/:projectId/webhooks/replay": ["webhook.set", "confirmed"],
  "POST /projects/:projectId/webhooks/:endpointId/test": ["webhook.set", "confirmed"],
  "POST /projects/:projectId/webhooks/:endpointId/rotate": ["webhook.set", "confirmed"],
  "PUT /projects/:projectId/webhooks/:endpointId/enabled": ["webhook.set", "confirmed"],
  "POST /projects/:projectId/webhooks/:endpointId/archive": ["webhook.set", "confirmed"],

  "GET /projects/:projectId/review": ["review.count", "unconfirmed"],
  "GET /projects/:projectId/review/cases": ["review.decide", "unconfirmed"],
  "POST /projects/:projectId/review/next": ["review.decide", "unconfirmed"],
  "GET /projects/:projectId/review/rules": ["project.read", "unconfirmed"],
  "PUT /projects/:projectId/review/rules": ["project.set", "confirmed"],
  "POST /projects/:projectId/decisions/:decisionId/review": ["review.decide", "unconfirmed"],
  "POST /projects/:projectId/decisions/:decisionId/review/claim": ["review.decide", "unconfirmed"],
  "POST /projects/:projectId/decisions/:decisionId/review/verdict": [
    "review.decide",
    "unconfirmed",
  ],
  "GET /projects/:projectId/decisions/:decisionId/review/linked": ["review.decide", "unconfirmed"],

  "GET /projects/:projectId/money": ["figures.read", "unconfirmed"],
  "PUT /projects/:projectId/money/terms": ["project.set", "confirmed"],
  "GET /projects/:projectId/risk-setting/preview": ["figures.read", "unconfirmed"],
  "GET /projects/:projectId/agents": ["project.read", "unconfirmed"],
  "PUT /projects/:projectId/agents": ["project.set", "confirmed"],
  "GET /projects/:projectId/kiosks": ["guest.read", "unconfirmed"],
  "PUT /projects/:projectId/kiosks": ["project.set", "confirmed"],
  "POST /projects/:projectId/kiosks/mark": ["project.set", "confirmed"],
  "GET /projects/:projectId/control-group": ["project.read", "unconfirmed"],
  "PUT /projects/:projectId/control-group": ["project.set", "confirmed"],
  "GET /projects/:projectId/attributes": ["project.read", "unconfirmed"],
  "PUT /projects/:projectId/attributes": ["project.set", "confirmed"],
  "POST /projects/:projectId/attributes/archive": ["project.set", "confirmed"],
  "GET /projects/:projectId/retention": ["project.read", "unconfirmed"],
  "GET /projects/:projectId/retention/would-delete": ["project.set", "unconfirmed"],
  "PUT /projects/:projectId/retention": ["retention.set", "confirmed"],

  "GET /projects/:projectId/decision-retention": ["project.read", "unconfirmed"],
  "GET /projects/:projectId/decision-retention/would-blank": ["project.set", "unconfirmed"],
  "PUT /projects/:projectId/decision-retention": ["retention.set", "confirmed"],

  "POST /projects/:projectId/guests/erase": ["guest.erase", "confirmed"],
  "POST /projects/:projectId/guests/stored": ["guest.erase", "unconfirmed"],
  "POST /projects/:projectId/guests/export": ["guest.erase", "confirmed"],
  "GET /projects/:projectId/guests/receipts": ["guest.erase", "unconfirmed"],

  "POST /projects/:projectId/decisions/list": ["decision.read", "unconfirmed"],
  "POST /projects/:projectId/decisions/find": ["decision.read", "unconfirmed"],
  "POST /projects/:projectId/decisions/hotels": ["decision.read", "unconfirmed"],
  "GET /projects/:projectId/decisions/models": ["decision.read", "unconfirmed"],
  "POST /projects/:projectId/decisions/exports": ["decision.read", "unconfirmed"],
  "GET /projects/:projectId/decisions/exports/:orderId": ["decision.read", "unconfirmed"],

  "GET /projects/:projectId/views": ["decision.read", "unconfirmed"],
  "POST /projects/:projectId/views": ["view.set", "unconfirmed"],
  "POST /projects/:projectId/views/remove": ["view.set", "unconfirmed"],

  "GET /projects/:projectId/decisions/:decisionId": ["decision.read", "unconfirmed"],
  "GET /projects/:projectId/decisions/:decisionId/journey": ["decision.read", "unconfirmed"],
  "GET /projects/:projectId/decisions/:decisionId/features": ["decision.read", "unconfirmed"],
  "GET /projects/:projectId/decisions/:decisionId/reasons": ["decision.read", "unconfirmed"],
  "GET /projects/:projectId/decisions/:decisionId/linked": ["decision.read", "unconfirmed"],
  "GET /projects/:projectId/decisions/:decisionId/same/:kind": ["decision.read", "unconfirmed"],
  "POST /projects/:projectId/decisions/:decisionId/verify": ["decision.read", "unconfirmed"],
  "POST /projects/:projectId/decisions/:decisionId/outcome": ["outcome.set", "unconfirmed"],
  "POST /projects/:projectId/decisions/:decisionId/outcome/withdraw": [
    "outcome.set",
    "unconfirmed",
  ],

  "GET /people/:projectId": ["people.read", "unconfirmed"],
  "POST /people/:projectId/invitations": ["people.invite", "confirmed"],
  "POST /people/:projectId/invitations/:linkId/withdraw": ["people.invite", "confirmed"],
  "PUT /people/:projectId/:userId/role": ["people.set", "confirmed"],
  "POST /people/:projectId/:userId/remove": ["people.remove", "confirmed"],
  "PUT /projects/:projectId/second-factor": ["people.set", "confirmed"],

  "GET /projects/:projectId/overview": ["figures.read", "unconfirmed"],
  "GET /projects/:projectId/overview/drift": ["figures.read", "unconfirmed"],

  "GET /projects/:projectId/models": ["model.read", "unconfirmed"],
  "POST /projects/:projectId/models": ["model.set", "confirmed"],
  "POST /projects/:projectId/models/rollback": ["model.set", "confirmed"],
  "GET /projects/:projectId/models/:model": ["model.read", "unconfirmed"],
  "GET /projects/:projectId/models/:model/shadow": ["model.read", "unconfirmed"],
  "PUT /projects/:projectId/models/:model/shadow": ["model.set", "confirmed"],
  "GET /projects/:projectId/models/:model/calibration": ["model.read", "unconfirmed"],
  "GET /projects/:projectId/models/:model/challenge": ["model.read", "unconfirmed"],
  "PUT /projects/:projectId/models/:model/challenge": ["model.set", "confirmed"],
  "POST /projects/:projectId/models/:model/promote": ["model.set", "confirmed"],
  "GET /projects/:projectId/models/:model/replays": ["model.read", "unconfirmed"],
  "POST /projects/:projectId/models/:model/replays": ["model.set", "unconfirmed"],
  "GET /projects/:projectId/models/:model/replays/:replayId": ["model.read", "unconfirmed"],
  "POST /models/:model/retire": ["model.set", "confirmed"],

  "GET /projects/:projectId/start": ["project.read", "unconfirmed"],

  "GET /audit/:projectId": ["audit.read", "unconfirmed"],
  "GET /audit/:projectId/export": ["audit.read", "unconfirmed"],
} as const satisfies Record<string, Requirement>;

/** @param path of the route, without `apiPath`. @returns null where there is no such route. */
export function requirementOf(method: string, path: string): Requirement | null {
  const route = `${method} ${path}`;
  if (!Object.hasOwn(routeRequirements, route)) return null;
  return routeRequirements[route as keyof typeof routeRequirements];
}
