/** CSV (RFC 4180) and NDJSON. Numbers have every digit, so that they read back as the same bits. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { TrainingRow } from "../risk/training-rows.ts";
import { type Cell, columns, type RowWriter } from "./columns.ts";

export function csvWriter(file: string): RowWriter {
  const header = columns.map(({ name }) => name).join(",");
  return lineWriter(file, `${header}\r\n`, (row) => {
    return `${columns.map((column) => csvCell(column.cell(row))).join(",")}\r\n`;
  });
}

export function ndjsonWriter(file: string): RowWriter {
  return lineWriter(file, "", (row) => {
    const cells = columns.map((column) => [column.name, column.cell(row)]);
    return `${JSON.stringify(Object.fromEntries(cells))}\n`;
  });
}

function lineWriter(file: string, head: string, line: (row: TrainingRow) => string): RowWriter {
  const open = openSync(file, "w", 0o600);
  writeSync(open, head);
  return {
    write: (rows) => void writeSync(open, rows.map(line).join("")),
    end: () => closeSync(open),
  };
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
