/**
 * CSV (RFC 4180) and NDJSON. Numbers have every digit, so that they read back as the same bits. In CSV a
 * text that a spreadsheet would take for a formula has an apostrophe before it; NDJSON and Parquet have
 * it as it is.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { csvCell } from "../../base/csv-cell.ts";
import type { TrainingRow } from "../../risk/training-rows.ts";
import { type Cell, type Column, columns, type RowWriter } from "./columns.ts";

/** @param extra columns after the usual ones. */
export function csvWriter<Row extends TrainingRow = TrainingRow>(
  file: string,
  extra: readonly Column<Row>[] = [],
): RowWriter<Row> {
  const all: readonly Column<Row>[] = [...columns, ...extra];
  const header = all.map(({ name }) => name).join(",");
  return lineWriter(file, `${header}\r\n`, (row) => {
    return `${all.map((column) => csvCell(textOf(column.cell(row)))).join(",")}\r\n`;
  });
}

/** @param extra columns after the usual ones. */
export function ndjsonWriter<Row extends TrainingRow = TrainingRow>(
  file: string,
  extra: readonly Column<Row>[] = [],
): RowWriter<Row> {
  const all: readonly Column<Row>[] = [...columns, ...extra];
  return lineWriter(file, "", (row) => {
    const cells = all.map((column) => [column.name, column.cell(row)]);
    return `${JSON.stringify(Object.fromEntries(cells))}\n`;
  });
}

function lineWriter<Row extends TrainingRow>(
  file: string,
  head: string,
  line: (row: Row) => string,
): RowWriter<Row> {
  const open = openSync(file, "w", 0o600);
  writeSync(open, head);
  return {
    write: (rows) => void writeSync(open, rows.map(line).join("")),
    end: () => closeSync(open),
  };
}

const textOf = (cell: Cell) => (cell instanceof Date ? cell.toISOString() : cell);
