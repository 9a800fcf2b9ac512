/** What lets a request through: where it comes from, who is signed in, and their permissions. */
import { Elysia } from "elysia";
import { cameByHttps, clientAddress } from "../../base/client-address.ts";
import { DomainError } from "../../base/domain-error.ts";
import { isAllowed, type Permission } from "../../projects/accounts/permissions.ts";
import {
  hasSecondFactor,
  requiresSecondFactor,
  secondFactorRule,
} from "../../projects/accounts/second-factor.ts";
import { addressHeader, type SignIn, sessionMs } from "../../projects/accounts/sign-in.ts";
import type { GrantRecord, UserRecord } from "../../storage/port/accounts.ts";
import type { Actor } from "../../storage/port/audit.ts";
import { Problem } from "../problems/problem.ts";
import type { RouteDeps } from "./deps.ts";
import { allProjects, apiPath, requirementOf } from "./route-requirements.ts";

/** The client of a request, signed in or not. */
export interface Caller {
  address: string;
  isSecure: boolean;
  /** Of the dashboard's page that sent the request; null where it does not say. */
  origin: string | null;
  signIn: SignIn;
  /** The headers that the sign-in library needs. */
  headers: Headers;
}

/** A client that is signed in and has the permission that the route requires. */
export interface UserCaller extends Caller {
  user: UserRecord;
  sessionId: string;
  grants: readonly GrantRecord[];
  /** The project of the path; null for all projects, or where the path has none. */
  projectId: string | null;
  /** The user, for the audit log. */
  actor: Actor;
}

/** Guards routes that need no session. Like every guard, it runs before the body is validated. */
export const publicGuard = (deps: RouteDeps) =>
  new Elysia().derive({ as: "scoped" }, (context) => ({
    caller: admitPublic(deps, requestOf(context)),
  }));

/** Guards routes that need a session, and mostly a permission. */
export const userGuard = (deps: RouteDeps) =>
  new Elysia().derive({ as: "scoped" }, async (context) => ({
    caller: await admitUser(deps, requestOf(context)),
  }));

interface RoutedRequest {
  request: Request;
  /** The route's path with the names of its parameters, and their values. */
  route: string;
  params: Readonly<Record<string, string>>;
}

function requestOf({
  request,
  route,
  params,
}: {
  request: Request;
  route: string;
  params: unknown;
}): RoutedRequest {
  return { request, route, params: (params ?? {}) as Record<string, string> };
}

/** @throws Problem wrong_origin */
function admitPublic(deps: RouteDeps, routed: RoutedRequest): Caller {
  const [access] = requirementFor(routed);
  if (access !== "public") throw new Error(`${routed.route} is not a public route`);
  return ownPageCaller(deps, routed.request);
}

/** @throws Problem not_signed_in, forbidden, second_factor_required, confirmation_required, wrong_origin, not_found */
export async function admitUser(deps: RouteDeps, routed: RoutedRequest): Promise<UserCaller> {
  const [access, confirmation] = requirementFor(routed);
  if (access === "public") throw new Error(`${routed.route} is a public route`);
  const caller = ownPageCaller(deps, routed.request);
  const session = await sessionOf(deps, caller);
  if (!session) throw notSignedIn();
  const [user, grants] = await Promise.all([
    deps.store.accounts.find(session.userId),
    deps.store.accounts.grants(session.userId),
  ]);
  if (!user) throw notSignedIn();
  const projectId = access === "signedIn" ? null : projectOf(routed);
  if (access !== "signedIn") await authorize(deps, { user, grants }, access, projectId);
  deps.confirmations.assertFor({ confirmation, session, user });
  const actor = { name: user.email, userId: user.id };
  return { ...caller, user, sessionId: session.id, grants, projectId, actor };
}

/**
 * The session of the request's cookie, read from the database, so that an ended one is not valid.
 * However much it is used, it ends `sessionMs` after its beginning.
 */
export async function sessionOf({ now }: Pick<RouteDeps, "now">, { signIn, headers }: Caller) {
  if (!headers.has("cookie")) return null;
  const session = (await signIn.api.getSession({ headers }))?.session;
  return session && session.createdAt.getTime() > now() - sessionMs ? session : null;
}

function requirementFor({ request, route }: RoutedRequest) {
  const requirement = requirementOf(request.method, route.slice(apiPath.length));
  if (requirement === null) throw new Error(`no requirement is defined for the route ${route}`);
  return requirement;
}

/**
 * Without a role in a project, a user does not learn whether it exists; without a second factor
 * where one is required, a member does nothing there.
 */
async function authorize(
  { store, secondFactorEverywhere }: RouteDeps,
  { user, grants }: Pick<UserCaller, "user" | "grants">,
  permission: Permission,
  projectId: string | null,
): Promise<void> {
  if (!isAllowed(grants, permission, projectId)) {
    throw new Problem("forbidden", "Your role does not allow this. Ask an owner.");
  }
  if (projectId !== null && !(await store.projects.find(projectId))) {
    throw new DomainError("project_not_found", { projectId });
  }
  if (hasSecondFactor(user)) return;
  if (requiresSecondFactor(await secondFactorRule(store, secondFactorEverywhere), projectId)) {
    throw new Problem(
      "second_factor_required",
      "Two-factor authentication is required here. Turn it on in your account first.",
    );
  }
}

function projectOf({ params }: RoutedRequest): string | null {
  const { projectId = allProjects } = params;
  return projectId === allProjects ? null : projectId;
}

/**
 * Holds the address at the other end of the connection. `api.ts` sets it on its copy of every
 * request, over whatever the client sent.
 */
export const peerHeader = "x-booking-risk-peer";

/** @throws Problem wrong_origin */
function ownPageCaller(deps: RouteDeps, request: Request): Caller {
  assertSameOrigin(request);
  return callerOf(deps, request, request.headers.get(peerHeader) ?? "");
}

/** @param peer the address at the other end of the connection. */
export function callerOf(
  { trustedProxies, signIn }: Pick<RouteDeps, "trustedProxies" | "signIn">,
  request: Request,
  peer: string,
): Caller {
  const address = clientAddress(peer, request.headers.get("x-forwarded-for"), trustedProxies);
  const headers = new Headers({ [addressHeader]: address });
  for (const name of ["cookie", "user-agent"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const isSecure = cameByHttps(request, peer, trustedProxies);
  return { address, isSecure, headers, origin: originOf(request), signIn: signIn(isSecure) };
}

/** The origin of the service's own page that asks. */
function originOf({ headers }: Request): string | null {
  const origin = headers.get("origin") ?? "";
  return URL.parse(origin)?.host === headers.get("host") ? origin : null;
}

/**
 * Changes are accepted from the dashboard's own pages only. Browsers say where a request comes
 * from, and no page can make them say otherwise.
 */
function assertSameOrigin(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers.get("sec-fetch-site");
  if (site === "same-origin") return;
  const origin = request.headers.get("origin");
  const host = request.headers.get("host");
  if (site === null && origin !== null && URL.parse(origin)?.host === host) return;
  throw new Problem("wrong_origin", "This endpoint is for the dashboard's own pages.");
}

function notSignedIn(): Problem {
  return new Problem("not_signed_in", "Sign in first.", {
    headers: { "WWW-Authenticate": 'Session realm="dashboard"' },
  });
}
