/** The routing table: every endpoint, its handler, and how an error is answered. */

import type { Server } from "bun";
import { Elysia } from "elysia";
import {
  clientAddress,
  type proxyWatch,
  sentUrl,
  type TrustedProxies,
} from "../base/client-address.ts";
import { log } from "../base/log.ts";
import type { ListDeps } from "../decisions/lists/lists.ts";
import { type OperationsConfig, operationsAccess } from "./admission/operations-access.ts";
import { refusalResponse } from "./admission/refusal-response.ts";
import { type DecisionDeps, decisionHandler } from "./endpoints/decision.ts";
import {
  addListEntryHandler,
  archiveListEntryHandler,
  listEntriesHandler,
} from "./endpoints/list-entries.ts";
import {
  type AddressOf,
  type MerchantDeps,
  merchantEndpoints,
  merchantLimits,
} from "./endpoints/merchant-endpoint.ts";
import { type OutcomeDeps, outcomeHandler } from "./endpoints/outcome.ts";
import { type RiskDeps, riskHandler } from "./endpoints/risk.ts";
import { newestScript, scriptIntegrity, versionedPath, versionedScript } from "./endpoints/sdk.ts";
import { type TelemetryDeps, telemetryHandler, telemetryPreflight } from "./endpoints/telemetry.ts";
import type { Handler, Routes } from "./handler.ts";
import { answered } from "./monitoring/request-log.ts";
import {
  asset,
  healthRoute,
  notFound,
  type OperationsDeps,
  operationsRoutes,
} from "./operations.ts";
import { type Content, contentHandler } from "./pages/content.ts";
import { docs, docsFile } from "./pages/pages.ts";
import { Problem } from "./problems/problem.ts";
import { toProblem } from "./problems/to-problem.ts";

/** What a listener answers: with `--ops-port`, the public one and that of operations have a part each. */
export type ListenerPart = "all" | "public" | "operations";

export interface ServerDeps extends OperationsDeps {
  merchant: MerchantDeps;
  risk: RiskDeps;
  outcome: OutcomeDeps;
  decision: DecisionDeps;
  lists: ListDeps;
  telemetry: TelemetryDeps;
  /** Who may read the metrics, and the names of the service. */
  operations: OperationsConfig;
  /** Whether the service stops soon: answers then ask clients to close their connections. */
  isDraining: () => boolean;
  openApi: string;
  trustedProxies: TrustedProxies;
  proxies: ReturnType<typeof proxyWatch>;
}

/** Every route of a listener. One for GET answers HEAD as well, unless it is in `withoutHead`. */
function routes(deps: ServerDeps, part: ListenerPart): Routes {
  const access = operationsAccess(deps.operations, part === "operations");
  return {
    ...healthRoute,
    ...documentRoutes(deps),
    ...(part !== "operations" && publicRoutes(deps)),
    ...(part !== "public" && operationsRoutes(deps, access)),
  };
}

function documentRoutes(deps: ServerDeps): Routes {
  const contents = { "/openapi.json": () => openApi(deps.openApi), ...docs };
  const served = Object.entries(contents).map(
    ([path, content]) => [path, { GET: contentHandler(deps.pace, content) }] as const,
  );
  const files = { GET: contentHandler(deps.pace, asset(docsFile)) };
  return { ...Object.fromEntries(served), "/docs/assets/*": files };
}

function publicRoutes(deps: ServerDeps): Routes {
  const addressOf: AddressOf = (request, peer) =>
    clientAddress(peer(), request.headers.get("x-forwarded-for"), deps.trustedProxies);
  const merchant = merchantEndpoints(deps.merchant, addressOf);
  const telemetry = telemetryHandler(deps.telemetry);
  return {
    "/v1/risk": { POST: merchant("risk", riskHandler(deps.risk)) },
    "/v1/decisions/:decisionId": { GET: merchant("decision", decisionHandler(deps.decision)) },
    "/v1/decisions/:decisionId/outcome": {
      POST: merchant("outcome", outcomeHandler(deps.outcome)),
    },
    "/v1/lists/:kind/entries": {
      GET: merchant("listEntries", listEntriesHandler(deps.lists)),
      POST: merchant("listAdd", addListEntryHandler(deps.lists)),
    },
    "/v1/lists/:kind/entries/:entryId/archive": {
      POST: merchant("listArchive", archiveListEntryHandler(deps.lists)),
    },
    "/sdk/batch": {
      POST: (request, peer) => {
        const ip = addressOf(request, peer);
        const forwardedFor = request.headers.get("x-forwarded-for");
        const unnamed = forwardedFor === null ? null : deps.proxies.note(peer(), forwardedFor);
        if (unnamed) log("warning", "untrusted_proxy", { address: unnamed });
        return telemetry(request, ip, () => sentUrl(request, peer(), deps.trustedProxies));
      },
      OPTIONS: telemetryPreflight,
    },
    "/sdk.js": { GET: newestScript },
    [versionedPath]: { GET: versionedScript },
    "/sdk/integrity.json": { GET: scriptIntegrity },
  };
}

/**
 * The paths that are called thousands of times a second. Bun's own router calls their handlers, as
 * Elysia passes them on; Elysia's context for each request, which none of them reads, costs 2 µs.
 */
const direct: ReadonlySet<string> = new Set(["/v1/risk", "/sdk/batch"]);

/** Their GETs need a session, and some are exports that are ordered once: a HEAD would spend the order. */
const withoutHead: ReadonlySet<string> = new Set(["/dashboard/api/*"]);

export function createServer(deps: ServerDeps, part: ListenerPart = "all") {
  const table = Object.entries(routes(deps, part)).map(
    ([path, methods]) => [path, measuredRoutes(path, methods, deps)] as const,
  );
  const native = Object.fromEntries(table.filter(([path]) => direct.has(path)));
  const app = new Elysia({ normalize: false, serve: { routes: native } });
  for (const [path, methods] of table) {
    const answersHead = "GET" in methods && !withoutHead.has(path);
    const allow = [...Object.keys(methods), ...(answersHead ? ["HEAD"] : [])].join(", ");
    const refuseMethod = ({ request }: { request: Request }) =>
      refused(request, methodNotAllowed(allow));
    for (const [method, handler] of Object.entries(methods)) {
      const answer = ({ request }: { request: Request }) => {
        // Elysia routes HEAD as GET.
        if (request.method === "HEAD" && !answersHead) return refuseMethod({ request });
        return handler(request, app.server);
      };
      app.route(method, path, answer, { parse: "none" });
      if (method === "GET") app.route("HEAD", path, answer, { parse: "none" });
    }
    app.all(path, refuseMethod, { parse: "none" });
  }
  return app
    .all("*", ({ request }) => refused(request, notFound()), { parse: "none" })
    .onError(({ error, request }) => refused(request, toProblem(error, request)));
}

/** A handler as Bun calls it. */
type ServedHandler = (request: Request, server: Server<unknown> | null) => Promise<Response>;

function measuredRoutes(
  path: string,
  methods: Readonly<Record<string, Handler>>,
  deps: ServerDeps,
): Readonly<Record<string, ServedHandler>> {
  const measured = Object.entries(methods).map(
    ([method, handler]) => [method, measure(path, handler, deps)] as const,
  );
  return Object.fromEntries(measured);
}

function measure(
  route: string,
  handler: Handler,
  { metrics, isDraining }: ServerDeps,
): ServedHandler {
  const inFlight = metrics.inFlight(route);
  return async (request, server) => {
    const start = performance.now();
    inFlight.count += 1;
    let response: Response;
    let address: string | undefined;
    const peer = () => {
      address ??= server?.requestIP(request)?.address ?? "";
      return address;
    };
    try {
      response = await handler(request, peer);
    } catch (error) {
      // Not left to Elysia, which does not see the paths that Bun's router calls.
      response = await refuse(request, toProblem(error, request));
    }
    inFlight.count -= 1;
    // The client's next request then meets another process, and not a connection that was just closed.
    if (isDraining()) response.headers.set("Connection", "close");
    const ms = performance.now() - start;
    metrics.answered(route, response.status, ms / 1000);
    answered(request, response, route, ms);
    return response;
  };
}

function methodNotAllowed(allow: string): Problem {
  const detail = `This endpoint supports ${allow}.`;
  return new Problem("method_not_allowed", detail, { headers: { Allow: allow } });
}

/** A failure outside a handler; the caller's own id is in it where it can be read. */
function refuse(request: Request, problem: Problem): Promise<Response> {
  return refusalResponse(problem, request, merchantLimits.bodyBytes);
}

/** As `refuse`, of a request that no route took. */
async function refused(request: Request, problem: Problem): Promise<Response> {
  const start = performance.now();
  const response = await refuse(request, problem);
  answered(request, response, "none", performance.now() - start);
  return response;
}

function openApi(body: string): Content {
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "public, max-age=300",
      "Access-Control-Allow-Origin": "*", // So that tools on other sites can read it.
    },
  };
}
