/** A line of a file of entries: NDJSON, or CSV with a header. */
import { jsonObject } from "../../attempt/request/json-object.ts";
import { DomainError } from "../../base/domain-error.ts";
import type { Actor } from "../../storage/port/audit.ts";
import type { ListKind, NewListEntry } from "../../storage/port/lists.ts";
import { newEntry } from "./lists.ts";

/** The members of an object, and the columns of CSV. */
export const importedFields = ["type", "value", "reason", "expiresAt"] as const;
type Fields = Partial<Record<(typeof importedFields)[number], unknown>>;

/** Reads the fields of a line; a text says why they cannot be read. */
export type LineReader = (text: string) => Fields | string;

export const ndjsonLine: LineReader = (text) => jsonObject(text) ?? "is not a JSON object";

/**
 * @param header the first line.
 * @returns the reader of the other lines; a text: why the header cannot be used.
 */
export function csvLines(header: string): LineReader | string {
  const names = cellsOf(header)?.map((name) => name.trim());
  const unknown = names?.find((name) => !importedFields.some((field) => field === name));
  if (!names || unknown !== undefined || new Set(names).size < names.length) {
    return `must be a header with the columns ${importedFields.join(", ")}`;
  }
  return (text) => {
    const cells = cellsOf(text);
    if (cells === null) return "has a quotation mark that is not closed, or text after one";
    if (cells.length !== names.length) {
      return `has ${cells.length} cells where the header has ${names.length}`;
    }
    return Object.fromEntries(names.map((name, i) => [name, cells[i]]));
  };
}

/** RFC 4180, of one line: a cell has no line break. Null where quotation marks do not match. */
function cellsOf(line: string): string[] | null {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r]*))(,|\r?$)/y;
  for (;;) {
    const found = cell.exec(line);
    if (!found) return null;
    const [, quoted, plain = "", end] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") return cells;
  }
}

/** @returns the entry; a text: why the line is not one. It does not repeat what the line says. */
export function importedEntry(
  deps: { now: () => number },
  actor: Actor,
  { projectId, kind, fields }: { projectId: string; kind: ListKind; fields: Fields },
): NewListEntry | string {
  try {
    const { type, value, reason } = fields;
    const expiresAt = fields.expiresAt === "" ? null : fields.expiresAt; // An empty cell.
    return newEntry(deps, actor, { projectId, kind, type, value, reason, expiresAt });
  } catch (error) {
    if (!(error instanceof DomainError && error.is("invalid_input"))) throw error;
    return error.details.fields.map(({ field, message }) => `${field} ${message}`).join("; ");
  }
}
