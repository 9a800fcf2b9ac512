/** The audit log for people: by pages, and whole as a file. */
import { csvCell } from "../../base/csv-cell.ts";
import { isoTime } from "../../base/iso-time.ts";
import type { Store } from "../../storage/port/store.ts";

export interface AuditEntry {
  /** Names the entry; the cursor of those before it. */
  entryId: string;
  /** ISO 8601 */
  at: string;
  actor: string;
  /** An `AuditAction`, or an action of another version of the service. */
  action: string;
  subject: string;
  projectId: string | null;
  detail: Record<string, unknown>;
}

export const auditFormats = ["csv", "ndjson"] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** Entries that are read at a time: few enough that scoring does not wait for them. */
const pageEntries = 500;

/**
 * Entries, newest first.
 * @param projectId null: of all projects and of none.
 * @param before the cursor; null from the newest one.
 */
export async function auditPage(
  { audit }: Pick<Store, "audit">,
  projectId: string | null,
  { limit, before }: { limit: number; before: string | null },
): Promise<AuditEntry[]> {
  const page = await audit.page(limit, projectId, before === null ? null : Number(before));
  return page.map(({ seq, at, detail, ...entry }) => ({
    entryId: String(seq),
    ...entry,
    at: isoTime(at),
    detail: JSON.parse(detail) as Record<string, unknown>,
  }));
}

/** The whole log as the pieces of a file, newest entry first. */
export async function* auditFile(
  store: Pick<Store, "audit">,
  projectId: string | null,
  format: AuditFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield csvLine(columns);
  let before: string | null = null;
  for (;;) {
    const page: AuditEntry[] = await auditPage(store, projectId, { limit: pageEntries, before });
    if (page.length > 0) yield page.map(format === "csv" ? csvEntry : jsonLine).join("");
    if (page.length < pageEntries) return;
    before = page.at(-1)!.entryId;
  }
}

const columns = ["entryId", "at", "actor", "action", "subject", "projectId", "detail"] as const;

const csvLine = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(",")}\r\n`;
const csvEntry = (entry: AuditEntry) =>
  csvLine(columns.map((name) => (name === "detail" ? JSON.stringify(entry.detail) : entry[name])));
const jsonLine = (entry: AuditEntry) => `${JSON.stringify(entry)}\n`;
