/** The service's addresses: which there are, what each takes, and how a failure leaves. */

import type { Server } from "bun";
import { Elysia } from "elysia";
import { clientAddress, type TrustedProxies } from "../client-address.ts";
import { requestIdOf } from "../request/risk-request.ts";
import { parseJsonObject, readBody } from "./body.ts";
import { dashboardFile, dashboardPage } from "./dashboard-pages.ts";
import { callLimits } from "./merchant-call.ts";
import type { Metrics } from "./metrics.ts";
import { type OutcomeParts, outcomeHandler } from "./outcome.ts";
import { docs } from "./pages.ts";
import { Problem, problemResponse } from "./problem.ts";
import { type RiskParts, riskHandler } from "./risk.ts";
import { newestScript, scriptIntegrity, versionedPath, versionedScript } from "./sdk.ts";
import { type TelemetryParts, telemetryHandler, telemetryPreflight } from "./telemetry.ts";
import { toProblem } from "./to-problem.ts";

export interface ServerParts {
  risk: RiskParts;
  outcome: OutcomeParts;
  telemetry: TelemetryParts;
  /** The dashboard's own doors; `peer` is the address at the other end of the connection. */
  dashboard: (request: Request, peer: string) => Promise<Response>;
  metrics: Metrics;
  /** Resolves where the service can score, with what is in service; rejects with why it cannot. */
  ready: () => Promise<Readiness>;
  openApi: string;
  trustedProxies: TrustedProxies;
}

export interface Readiness {
  /** Which model scores for all projects (null), and for those that have their own. */
  models: readonly { projectId: string | null; name: string; version: string; sha256: string }[];
  /** What works, and should be looked after all the same: a line each. */
  warnings: readonly string[];
}

type Handler = (request: Request, peer: () => string) => Promise<Response> | Response;
type Routes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

/** The table of contents. A GET answers HEAD as well. */
function routes(parts: ServerParts): Routes {
  const risk = riskHandler(parts.risk);
  const telemetry = telemetryHandler(parts.telemetry);
  const dashboard: Handler = (request, peer) => parts.dashboard(request, peer());
  const pages = Object.entries(docs).map(([path, page]) => [path, { GET: page }] as const);
  return {
    "/v1/risk": { POST: risk },
    "/v1/decisions/:decisionId/outcome": { POST: outcomeHandler(parts.outcome) },
    "/sdk/batch": {
      POST: (request, peer) => {
        const forwardedFor = request.headers.get("x-forwarded-for");
        return telemetry(request, clientAddress(peer(), forwardedFor, parts.trustedProxies));
      },
      OPTIONS: telemetryPreflight,
    },
    "/": { GET: toDashboard },
    "/sdk.js": { GET: newestScript },
    [versionedPath]: { GET: versionedScript },
    "/sdk/integrity.json": { GET: scriptIntegrity },
    "/dashboard": { GET: dashboardPage },
    "/dashboard/*": { GET: dashboardPage },
    "/dashboard/assets/*": { GET: dashboardAsset },
    "/dashboard/api/*": { GET: dashboard, POST: dashboard, PUT: dashboard },
    "/healthz": { GET: () => Response.json({ status: "up" }) },
    "/readyz": { GET: () => readiness(parts.ready) },
    "/metrics": { GET: () => metricsText(parts.metrics) },
    "/openapi.json": { GET: () => openApi(parts.openApi) },
    ...Object.fromEntries(pages),
  };
}

export function createServer(parts: ServerParts) {
  const app = new Elysia({ normalize: false });
  for (const [path, methods] of Object.entries(routes(parts))) {
    const allow = allowed(methods);
    for (const [method, handler] of Object.entries(methods)) {
      const measured = measure(path, handler, parts.metrics);
      const answer = ({ request, server }: { request: Request; server: Server<unknown> | null }) =>
        measured(request, () => server?.requestIP(request)?.address ?? "");
      app.route(method, path, answer, { parse: "none" });
      if (method === "GET") app.route("HEAD", path, answer, { parse: "none" });
    }
    app.all(path, ({ request }) => refuse(request, methodNotAllowed(allow)), { parse: "none" });
  }
  return app
    .all("*", ({ request }) => refuse(request, notFound()), { parse: "none" })
    .onError(({ error, request }) => refuse(request, toProblem(error)));
}

function measure(route: string, handler: Handler, metrics: Metrics): Handler {
  return async (request, peer) => {
    const start = performance.now();
    const response = await handler(request, peer);
    metrics.answered(route, response.status, (performance.now() - start) / 1000);
    return response;
  };
}

const notFound = () => new Problem("not_found", "There is no such endpoint. /docs lists them all.");

function allowed(methods: Readonly<Record<string, Handler>>): string {
  const names = Object.keys(methods);
  return [...names, ...(names.includes("GET") ? ["HEAD"] : [])].join(", ");
}

function methodNotAllowed(allow: string): Problem {
  const detail = `This endpoint supports ${allow}.`;
  return new Problem("method_not_allowed", detail, { headers: { Allow: allow } });
}

/** A failure outside a handler; the caller's own id is in it where it can be read. */
async function refuse(request: Request, problem: Problem): Promise<Response> {
  const body = request.bodyUsed
    ? null
    : await readBody(request, callLimits.bodyBytes).then(parseJsonObject, () => null);
  return problemResponse(problem, requestIdOf(body));
}

/** Whoever opens the service in a browser is looking for the dashboard. */
function toDashboard(): Response {
  return new Response(null, { status: 302, headers: { Location: "/dashboard" } });
}

function dashboardAsset(request: Request): Response {
  const name = new URL(request.url).pathname.slice("/dashboard/assets/".length);
  const file = dashboardFile(name, request.headers.get("accept-encoding"));
  return file ?? problemResponse(notFound(), null);
}

async function readiness(ready: () => Promise<Readiness>): Promise<Response> {
  try {
    const { models, warnings } = await ready();
    const named = models.map(({ projectId, name, version, sha256 }) => ({
      ...{ project: projectId, name, version, sha256 },
    }));
    return Response.json({ status: "ready", models: named, warnings });
  } catch (error) {
    return problemResponse(toProblem(error), null);
  }
}

async function metricsText(metrics: Metrics): Promise<Response> {
  return new Response(await metrics.text(), { headers: { "Content-Type": metrics.contentType } });
}

function openApi(document: string): Response {
  return new Response(document, {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "public, max-age=300",
      "Access-Control-Allow-Origin": "*", // So that tools on other sites can read it.
    },
  });
}
