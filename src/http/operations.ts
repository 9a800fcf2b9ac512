/** The routes for the team and for monitoring, which `--ops-port` takes off the public listener. */
import { commit, version } from "../base/version.ts";
import type { AnswerPace } from "./admission/answer-pace.ts";
import type { OperationsAccess } from "./admission/operations-access.ts";
import type { Handler, Routes } from "./handler.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import type { Readiness } from "./monitoring/readiness.ts";
import { type Content, contentHandler } from "./pages/content.ts";
import { dashboardFile, dashboardPage } from "./pages/dashboard-pages.ts";
import { Problem, problemResponse } from "./problems/problem.ts";
import { toProblem } from "./problems/to-problem.ts";

export interface OperationsDeps {
  /** The dashboard's own API; `peer` is the remote address of the connection. */
  dashboard: (request: Request, peer: string) => Promise<Response>;
  metrics: Metrics;
  pace: AnswerPace;
  /** Resolves with the models in service where the service can score; rejects with why it cannot. */
  ready: () => Promise<Readiness>;
}

/** A year: browsers then use HTTPS for this name without asking. */
const strictTransport = "max-age=31536000";

export const healthRoute: Routes = {
  "/healthz": { GET: () => Response.json({ status: "up" }) },
};

export function operationsRoutes(deps: OperationsDeps, access: OperationsAccess): Routes {
  const forTeam =
    (handler: Handler): Handler =>
    async (request, peer) => {
      access.assertDashboardHost(request, peer);
      const response = await handler(request, peer);
      if (access.isEncrypted(request, peer)) {
        response.headers.set("Strict-Transport-Security", strictTransport);
      }
      return response;
    };
  const page = forTeam(contentHandler(deps.pace, dashboardPage));
  const api = forTeam((request, peer) => deps.dashboard(request, peer()));
  return {
    "/": { GET: forTeam(toDashboard) },
    "/dashboard": { GET: page },
    "/dashboard/*": { GET: page },
    "/dashboard/assets/*": { GET: forTeam(contentHandler(deps.pace, asset(dashboardFile))) },
    "/dashboard/api/*": { GET: api, POST: api, PUT: api },
    "/readyz": { GET: (request, peer) => readiness(deps, isReader(access, request, peer)) },
    "/metrics": {
      async GET(request, peer) {
        access.assertReader(request, peer);
        const headers = { "Content-Type": deps.metrics.contentType };
        return new Response(await deps.metrics.text(), { headers });
      },
    },
  };
}

export const notFound = () =>
  new Problem("not_found", "There is no such endpoint. /docs lists them all.");

function isReader(access: OperationsAccess, request: Request, peer: () => string): boolean {
  try {
    access.assertReader(request, peer);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}

/** A browser that opens the service is looking for the dashboard. */
function toDashboard(): Response {
  return new Response(null, { status: 302, headers: { Location: "/dashboard" } });
}

/** Finds the file that the last part of a request's path names. */
export const asset =
  (find: (name: string, acceptEncoding: string | null) => Content | null) =>
  (request: Request): Content | Response => {
    const { pathname } = new URL(request.url);
    const name = pathname.slice(pathname.indexOf("/assets/") + "/assets/".length);
    return find(name, request.headers.get("accept-encoding")) ?? problemResponse(notFound(), null);
  };

/** The status is for everybody, as load balancers send no token; what it consists of is not. */
async function readiness({ ready }: OperationsDeps, isDetailed: boolean): Promise<Response> {
  try {
    const { models, warnings } = await ready();
    if (!isDetailed) return Response.json({ status: "ready" });
    const named = models.map(({ projectId, name, version, sha256 }) => ({
      project: projectId,
      name,
      version,
      sha256,
    }));
    return Response.json({ status: "ready", version, commit, models: named, warnings });
  } catch (error) {
    return problemResponse(toProblem(error), null);
  }
}
