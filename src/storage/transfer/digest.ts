/**
 * A row's SHA-256, which both stores compute of the same text: each value with its length before it, so
 * that no two rows have one text. A fraction is its eight bytes.
 */
import { hash } from "node:crypto";
import type { Digests } from "./side.ts";
import { type Column, keyOfRow, type MovedTable, type Row, type Value } from "./tables.ts";

/** By key. */
export function digestsOf(table: MovedTable, rows: readonly Row[]): Digests {
  return new Map(rows.map((row) => [keyOfRow(table, row), digestOf(table.columns, row)]));
}

export function digestOf(columns: readonly Column[], row: Row): string {
  let text = "";
  for (const { name, kind } of columns) {
    const value = textOf(kind, row[name] ?? null);
    text += value === null ? "-" : `${Buffer.byteLength(value)}:${value}`;
  }
  return digestOfText(text);
}

export const digestOfText = (text: string) => hash("sha256", text, "base64");

const eight = Buffer.alloc(8);

function textOf(kind: Column["kind"], value: Value): string | null {
  if (value === null) return null;
  if (kind === "flag") return value ? "1" : "0";
  if (kind !== "fraction") return String(value);
  eight.writeDoubleBE(value as number);
  return eight.toString("hex");
}

/** The same as an expression of PostgreSQL. @param of the expression of a column. */
export function digestSql(columns: readonly Column[], of: (name: string) => string): string {
  const parts = columns.map(({ name, kind }) => {
    const text = sqlText(kind, of(name));
    return `coalesce(octet_length(${text}) || ':' || ${text}, '-')`;
  });
  // A function has 100 arguments at most.
  return `encode(sha256(convert_to(${parts.join(" || ")}, 'UTF8')), 'base64')`;
}

function sqlText(kind: Column["kind"], column: string): string {
  if (kind === "text" || kind === "bytes") return column;
  if (kind === "fraction") return `encode(float8send(${column}), 'hex')`;
  return kind === "flag" ? `${column}::int::text` : `${column}::text`;
}

/** One digest of many rows, whatever their order. */
export const digestOfAll = (digests: Digests) =>
  digestOfText([...digests.values()].sort().join(""));

/** The same as a statement. @param digests one that selects the rows' digests. */
export const digestOfAllSql = (digests: string) =>
  `SELECT encode(sha256(convert_to(
     coalesce(string_agg(digest, '' ORDER BY digest COLLATE "C"), ''), 'UTF8')), 'base64') AS digest
   FROM (${digests}) AS rows`;
