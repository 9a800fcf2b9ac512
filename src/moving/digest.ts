/**
 * A row's SHA-256, which both stores compute of the same text: each value with its length before it, so
 * that no two rows have one text. A fraction is its eight bytes.
 */
import { createHash } from "node:crypto";
import type { Column, Row, Value } from "./tables.ts";

export function digestOf(columns: readonly Column[], row: Row): string {
  let text = "";
  for (const { name, kind } of columns) {
    const value = textOf(kind, row[name] ?? null);
    text += value === null ? "-" : `${Buffer.byteLength(value)}:${value}`;
  }
  return createHash("sha256").update(text).digest("base64");
}

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
