import type { AuditRecord } from "./store.ts";

/** Who does something, and when. */
export interface Doing {
  actor: string;
  at: number;
}

/** @param detail whatever else there is to say. */
export function auditLine(
  { actor, at }: Doing,
  action: string,
  subject: string,
  projectId: string | null,
  detail: object = {},
): AuditRecord {
  return { at, actor, action, subject, projectId, detail: JSON.stringify(detail) };
}
