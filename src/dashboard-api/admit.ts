/** Who comes through a door: where from, signed in as whom, and whether they may. */

import { type Action, isAllowed } from "../accounts/permissions.ts";
import { addressHeader, type SignIn } from "../accounts/sign-in.ts";
import { cameByHttps, clientAddress } from "../client-address.ts";
import { Problem } from "../http/problem.ts";
import type { GrantRecord, UserRecord } from "../storage/accounts.ts";
import type { Doing } from "../storage/audit.ts";
import { allProjects, apiPath, needOf } from "./doors.ts";
import type { Parts } from "./parts.ts";

/** Somebody, signed in or not. */
export interface Visitor {
  address: string;
  signIn: SignIn;
  /** What the log-in library may know of the request. */
  headers: Headers;
}

/** Somebody who is signed in and may go through this door. */
export interface Caller extends Visitor {
  person: UserRecord;
  sessionId: string;
  grants: readonly GrantRecord[];
  /** The project of the address; null where it is all projects, or none. */
  projectId: string | null;
  /** For the audit. */
  doing(): Doing;
}

interface Knock {
  request: Request;
  /** The route's path with its parameters' names, and their values. */
  route: string;
  params: Readonly<Record<string, string>>;
  /** The address at the other end of the connection. */
  peer: string;
}

/** @throws Problem where the door is not for visitors, or another site's page knocks. */
export function admitVisitor(parts: Parts, knock: Knock): Visitor {
  if (needAt(knock) !== "anyone") throw new Error(`a door for anyone is not: ${knock.route}`);
  return visitorOf(parts, knock);
}

/** @throws Problem not_signed_in, forbidden, wrong_origin, not_found */
export async function admitCaller(parts: Parts, knock: Knock): Promise<Caller> {
  const need = needAt(knock);
  if (need === "anyone") throw new Error(`a door for those signed in is for all: ${knock.route}`);
  const visitor = visitorOf(parts, knock);
  const session = await sessionOf(visitor);
  if (!session) throw notSignedIn();
  const [person, grants] = await Promise.all([
    parts.store.accounts.find(session.userId),
    parts.store.accounts.grants(session.userId),
  ]);
  if (!person) throw notSignedIn();
  const projectId = need === "signedIn" ? null : projectOf(knock);
  if (need !== "signedIn") await authorize(parts, grants, need, projectId);
  return {
    ...visitor,
    ...{ person, sessionId: session.id, grants, projectId },
    doing: () => ({ actor: person.email, at: parts.now() }),
  };
}

/** The session of the request's cookie, from the database: one that was ended is none. */
export async function sessionOf({ signIn, headers }: Visitor) {
  if (!headers.has("cookie")) return null;
  return (await signIn.api.getSession({ headers }))?.session ?? null;
}

function needAt({ request, route }: Knock) {
  const need = needOf(request.method, route.slice(apiPath.length));
  if (need === null) throw new Error(`no line of the table of doors says who may: ${route}`);
  return need;
}

/** Whoever has no role in a project does not learn whether it exists. */
async function authorize(
  { store }: Parts,
  grants: readonly GrantRecord[],
  action: Action,
  projectId: string | null,
): Promise<void> {
  if (!isAllowed(grants, action, projectId)) {
    throw new Problem("forbidden", "Your role does not allow this; ask an owner.");
  }
  if (projectId !== null && !(await store.projects.find(projectId))) {
    throw new Problem("not_found", "There is no such project.");
  }
}

function projectOf({ params }: Knock): string | null {
  const { projectId = allProjects } = params;
  return projectId === allProjects ? null : projectId;
}

function visitorOf({ trustedProxies, signIn }: Parts, { request, peer }: Knock): Visitor {
  assertOwnOrigin(request);
  const address = clientAddress(peer, request.headers.get("x-forwarded-for"), trustedProxies);
  const headers = new Headers({ [addressHeader]: address });
  for (const name of ["cookie", "user-agent"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return { address, headers, signIn: signIn(cameByHttps(request, peer, trustedProxies)) };
}

/**
 * What changes something comes from the dashboard's own page: browsers say where a request comes
 * from, and no page can make them say otherwise.
 */
function assertOwnOrigin(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers.get("sec-fetch-site");
  if (site === "same-origin") return;
  const origin = request.headers.get("origin");
  const host = request.headers.get("host");
  if (site === null && origin !== null && URL.parse(origin)?.host === host) return;
  throw new Problem("wrong_origin", "This is for the dashboard's own pages.");
}

function notSignedIn(): Problem {
  return new Problem("not_signed_in", "Sign in first.", {
    headers: { "WWW-Authenticate": 'Session realm="dashboard"' },
  });
}
