/** The dashboard's API, loaded with its first request, and its sign-ins counted. */
import type { DashboardDeps, DashboardHandler } from "../http/dashboard-api/api.ts";
import { apiPath } from "../http/dashboard-api/route-requirements.ts";
import type { Metrics } from "../http/monitoring/metrics.ts";

export function lazyDashboard(deps: DashboardDeps, metrics: Metrics) {
  let opened: Promise<DashboardHandler> | null = null;
  const open = async () => (await import("../http/dashboard-api/api.ts")).openDashboard(deps);
  return async (request: Request, peer: string): Promise<Response> => {
    opened ??= open();
    opened.catch(() => {
      opened = null; // The next request tries again.
    });
    const response = await (await opened)(request, peer);
    countSignIn(request, response.status, metrics);
    return response;
  };
}

/** The paths of the steps of signing in. */
const signInSteps = {
  [`${apiPath}/session`]: "password",
  [`${apiPath}/session/second-factor`]: "code",
} as const;

function countSignIn({ method, url }: Request, status: number, metrics: Metrics): void {
  if (method !== "POST") return;
  const path = new URL(url).pathname;
  if (!Object.hasOwn(signInSteps, path)) return;
  const step = signInSteps[path as keyof typeof signInSteps];
  if (status === 200) metrics.signedIn(step, "succeeded");
  else metrics.signedIn(step, status === 429 ? "limited" : "failed");
}
