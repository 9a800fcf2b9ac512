/** `/audit/:projectId`: who did what, and when, in a project or in all projects (`all`). */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  type AuditFormat,
  auditFile,
  auditFormats,
  auditPage,
} from "../../projects/accounts/audit-log.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import type { RouteDeps } from "./deps.ts";
import { streamOf } from "./download.ts";
import { type UserCaller, userGuard } from "./guards.ts";
import { ofProject, oneOf } from "./schemas.ts";

export type { AuditEntry } from "../../projects/accounts/audit-log.ts";

/** Entries of a page; fewer are the last ones. */
export const auditPageEntries = 200;

export const auditRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/audit/:projectId" })
    .use(userGuard(deps))
    .get(
      "",
      ({ caller: { projectId }, query: { before = null } }) =>
        auditPage(deps.store, projectId, { limit: auditPageEntries, before }),
      {
        params: ofProject,
        query: Type.Object({ before: Type.Optional(Type.String({ pattern: "^[0-9]{1,15}$" })) }),
      },
    )
    .get("/export", ({ caller, query: { format } }) => exportAudit(deps, caller, format), {
      params: ofProject,
      query: Type.Object({ format: oneOf(auditFormats) }),
    });

const contentTypes: Readonly<Record<AuditFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson",
};

/**
 * The whole log as a file, read as fast as it is downloaded. Reading it is in it, too.
 * @throws Problem rate_limited
 */
export async function exportAudit(
  { store, now, places }: Pick<RouteDeps, "store" | "now" | "places">,
  { user, actor, projectId }: Pick<UserCaller, "user" | "actor" | "projectId">,
  format: AuditFormat,
): Promise<Response> {
  const end = places.take({ userId: user.id, projectId });
  async function* file() {
    try {
      yield* auditFile(store, projectId, format);
    } finally {
      end();
    }
  }
  const exported = { subject: projectId ?? "", projectId, detail: { format } };
  try {
    await store.audit.add(auditEntry(actor, now(), "audit.export", exported));
  } catch (error) {
    end();
    throw error;
  }
  const name = `audit-${new Date(now()).toISOString().slice(0, 16).replaceAll(":", "")}Z.${format}`;
  return new Response(streamOf(file(), end), {
    headers: {
      "Content-Type": contentTypes[format],
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
