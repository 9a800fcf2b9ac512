import type { Parts } from "../parts.ts";

/** The newest lines that are shown. */
const linesMax = 200;

export interface AuditLine {
  at: string;
  actor: string;
  action: string;
  subject: string;
  projectId: string | null;
  detail: Record<string, unknown>;
}

export async function listAudit({ store }: Parts, projectId: string | null): Promise<AuditLine[]> {
  const lines = await store.audit.list(linesMax, projectId ?? undefined);
  return lines.map(({ at, detail, ...line }) => ({
    ...line,
    at: new Date(at).toISOString(),
    detail: JSON.parse(detail) as Record<string, unknown>,
  }));
}
