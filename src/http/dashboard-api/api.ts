/** The dashboard's API: its routes by subject. The page's client is derived from its type. */
import { Elysia, ValidationError } from "elysia";
import type { ValidationIssue } from "../../attempt/request/schema-reader.ts";
import { openKnownDevices } from "../../projects/accounts/known-devices.ts";
import { openSignIn } from "../../projects/accounts/sign-in.ts";
import type { AnswerPace } from "../admission/answer-pace.ts";
import { assertNotEncoded, isMediaType, jsonNesting, readBody } from "../admission/body.ts";
import { BodyDeadline } from "../admission/body-deadline.ts";
import { idOfRequest, requestIdHeader } from "../monitoring/request-log.ts";
import { Problem, problemResponse, validationFailed } from "../problems/problem.ts";
import { toProblem } from "../problems/to-problem.ts";
import { ownAccountRoutes } from "./account.ts";
import { accountRoutes } from "./accounts.ts";
import { attemptCounter } from "./attempt-limits.ts";
import { auditRoutes } from "./audit.ts";
import { baseRateRoutes } from "./base-rate.ts";
import { openConfirmations } from "./confirmations.ts";
import { decisionDetailRoutes } from "./decision-detail/routes.ts";
import { auditedLookUps } from "./decision-list/audited-find.ts";
import { decisionListRoutes } from "./decision-list/routes.ts";
import { savedViewRoutes } from "./decision-list/saved-views.ts";
import type { RouteDeps } from "./deps.ts";
import { exportPlaces } from "./export-places.ts";
import { failureRecorder } from "./failed-sign-ins.ts";
import { admitUser, peerHeader } from "./guards.ts";
import { guestRoutes } from "./guests.ts";
import { keyRoutes } from "./keys.ts";
import { invitationRoutes, linkRoutes } from "./links.ts";
import { listRoutes } from "./lists.ts";
import { uploadBytesMax } from "./models/install.ts";
import { modelRoutes } from "./models/routes.ts";
import { moneyRoutes } from "./money.ts";
import { overviewRoutes } from "./overview/routes.ts";
import { passkeyRoutes } from "./passkeys.ts";
import {
  decisionRetentionRoutes,
  projectAttributeRoutes,
  projectRequestRoutes,
  projectRoutes,
  telemetryRetentionRoutes,
} from "./projects.ts";
import { decisionReviewRoutes, reviewRoutes } from "./review.ts";
import { apiPath } from "./route-requirements.ts";
import { sessionRoutes } from "./session.ts";
import { startRoutes } from "./start.ts";
import { webhookRoutes } from "./webhooks.ts";
import { admission } from "./without-session.ts";

/**
 * Bundles are the only bodies that are not short. Two may arrive at once, from those who may install one, and take as
 * long as a slow line needs; one more ends the one that came first.
 */
const upload = {
  route: `${apiPath}/projects/:projectId/models`,
  path: new RegExp(`^${apiPath}/projects/([^/]+)/models$`),
  deadline: new BodyDeadline({ ms: 120_000, max: 2 }),
} as const;

/** The deepest body of the dashboard's own pages has 4. A schema's check recurses, and needs some bound. */
const bodyNestingMax = 32;

/** The table of contents. `route-requirements.ts` says what each route requires. */
export function dashboardApi(deps: RouteDeps) {
  const lookUps = auditedLookUps(deps);
  return new Elysia({ prefix: apiPath, normalize: false })
    .onError(
      ({ error, code, request }) => problemResponse(problemOf(error, code, request), null) as never,
    )
    .use(sessionRoutes(deps))
    .use(linkRoutes(deps))
    .use(invitationRoutes(deps))
    .use(ownAccountRoutes(deps))
    .use(passkeyRoutes(deps))
    .use(projectRoutes(deps))
    .use(projectRequestRoutes(deps))
    .use(projectAttributeRoutes(deps))
    .use(telemetryRetentionRoutes(deps))
    .use(decisionRetentionRoutes(deps))
    .use(guestRoutes(deps, lookUps))
    .use(baseRateRoutes(deps))
    .use(keyRoutes(deps))
    .use(accountRoutes(deps))
    .use(decisionListRoutes(deps, lookUps))
    .use(savedViewRoutes(deps))
    .use(decisionDetailRoutes(deps, lookUps))
    .use(overviewRoutes(deps))
    .use(listRoutes(deps))
    .use(webhookRoutes(deps))
    .use(reviewRoutes(deps))
    .use(decisionReviewRoutes(deps))
    .use(modelRoutes(deps))
    .use(moneyRoutes(deps))
    .use(startRoutes(deps))
    .use(auditRoutes(deps));
}

export type DashboardApi = ReturnType<typeof dashboardApi>;

/** What the service provides; the rest is the dashboard's own. */
export type DashboardDeps = Omit<
  RouteDeps,
  "signIn" | "limits" | "devices" | "recordFailure" | "confirmations" | "places"
> & {
  /** Of the refusals of the whole service. */
  pace: AnswerPace;
};

/** Answers a request; `peer` is the address at the other end of its connection. */
export type DashboardHandler = (request: Request, peer: string) => Promise<Response>;

/** Opened with the first request to the dashboard, since most processes never get one. */
export async function openDashboard(deps: DashboardDeps): Promise<DashboardHandler> {
  const { store, now } = deps;
  const [signIn, devices] = await Promise.all([openSignIn(store), openKnownDevices(store)]);
  const own = {
    signIn,
    devices,
    limits: attemptCounter(now, store.shared?.attemptCounts),
    recordFailure: failureRecorder(store, now),
    confirmations: openConfirmations(now),
    places: exportPlaces(),
  };
  const routeDeps = { ...deps, ...own };
  const api = dashboardApi(routeDeps);
  const admit = admission({ ...deps, signIn }, deps.pace);
  return async (request, peer) => {
    try {
      const bodyBytesMax = await admit(request, peer);
      const whole = await readWhole(routeDeps, request, { peer, bodyBytesMax });
      return withSafeHeaders(await api.handle(whole));
    } catch (error) {
      return problemResponse(toProblem(error, request), null);
    }
  };
}

/** A copy of the request, with its body read within its limit, and the peer's address. */
async function readWhole(
  deps: RouteDeps,
  request: Request,
  { peer, bodyBytesMax }: { peer: string; bodyBytesMax: number },
): Promise<Request> {
  const { method, url, signal } = request;
  const headers = new Headers(request.headers);
  headers.set(peerHeader, peer);
  headers.set(requestIdHeader, idOfRequest(request));
  const copy = (body?: Uint8Array) =>
    new Request(url, { method, headers, signal, body: body as Uint8Array<ArrayBuffer> });
  if (method === "GET" || method === "HEAD") return copy();
  assertNotEncoded(request);
  const projectId = projectOfUpload(request);
  if (projectId !== null) {
    // The guard of the route comes after the body, which nobody else may make the service read.
    await admitUser(deps, { request: copy(), route: upload.route, params: { projectId } });
    return copy(await readBody(request, uploadBytesMax, upload.deadline));
  }
  const body = await readBody(request, bodyBytesMax);
  if (body.byteLength === 0) return copy();
  if (!isMediaType(headers.get("content-type"), "application/json")) {
    throw new Problem("unsupported_media_type", "Send the body as application/json.");
  }
  if (jsonNesting(body) > bodyNestingMax) {
    throw new Problem(
      "malformed_json",
      `The body is nested more than ${bodyNestingMax} levels deep.`,
    );
  }
  return copy(body);
}

/** Where a bundle is sent to; null for all other requests. */
function projectOfUpload({ method, url, headers }: Request): string | null {
  if (method !== "POST" || !isMediaType(headers.get("content-type"), "multipart/form-data")) {
    return null;
  }
  return upload.path.exec(new URL(url).pathname)?.[1] ?? null;
}

function withSafeHeaders(response: Response): Response {
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  return response;
}

function problemOf(error: unknown, code: unknown, request: Request): Problem {
  if (code === "NOT_FOUND") return new Problem("not_found", "There is no such endpoint.");
  if (code === "PARSE") return new Problem("malformed_json", "The body must be a JSON object.");
  if (error instanceof ValidationError) return validationProblem(error);
  return toProblem(error, request);
}

/** Every issue with its place, once. What was sent is not repeated. */
function validationProblem(error: ValidationError): Problem {
  const issues = new Map<string, ValidationIssue>();
  for (const one of error.all) {
    if (!("path" in one)) continue;
    const { path, message } = one as { path: string; message: string };
    if (!issues.has(path)) issues.set(path, { pointer: path, message });
  }
  return validationFailed([...issues.values()]);
}
