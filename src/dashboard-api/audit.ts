/** `/audit/:projectId`: who did what, and when, in a project or in all projects (`all`). */
import { Elysia } from "elysia";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { ofProject } from "./schemas.ts";

/** The newest entries, which are shown. */
const entriesMax = 200;

export const auditRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/audit/:projectId" })
    .use(userGuard(deps))
    .get("", ({ caller }) => listAudit(deps, caller.projectId), { params: ofProject });

export interface AuditEntry {
  at: string;
  actor: string;
  /** An `AuditAction`, or an action of another version of the service. */
  action: string;
  subject: string;
  projectId: string | null;
  detail: Record<string, unknown>;
}

async function listAudit({ store }: RouteDeps, projectId: string | null): Promise<AuditEntry[]> {
  const entries = await store.audit.list(entriesMax, projectId ?? undefined);
  return entries.map(({ at, detail, ...entry }) => ({
    ...entry,
    at: new Date(at).toISOString(),
    detail: JSON.parse(detail) as Record<string, unknown>,
  }));
}
