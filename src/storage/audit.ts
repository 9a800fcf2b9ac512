/** Who did what, and when. */
export interface AuditRecord {
  at: number;
  /** A user of the dashboard or of the operating system, or the service itself. */
  actor: string;
  /** What was done, such as `model.promote`. */
  action: string;
  /** What it was done to, such as `default@1.0.0`. */
  subject: string;
  projectId: string | null;
  /** Further facts, JSON. */
  detail: string;
}

export interface AuditStore {
  add(audit: AuditRecord): Promise<void>;
  /** Newest first. */
  list(limit: number, projectId?: string): Promise<AuditRecord[]>;
  /** The entries about one subject, such as a model, newest first. */
  about(subject: string, limit: number): Promise<AuditRecord[]>;
}

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
