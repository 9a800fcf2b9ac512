/** Parquet, a row group for some thousand rows, compressed by Snappy. */
import { chmodSync } from "node:fs";
import type { SchemaElement } from "hyparquet";
import { type ColumnSource, fileWriter, ParquetWriter } from "hyparquet-writer";
import type { TrainingRow } from "../../risk/training-rows.ts";
import { type Column, columns, type RowWriter } from "./columns.ts";

const groupRows = 10_000;

const types: Readonly<Record<Column["type"], Partial<SchemaElement>>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  whole: { type: "INT32" },
  number: { type: "DOUBLE" },
};

/** @param more columns that a caller's rows have besides those of every export. */
export function parquetWriter<Row extends TrainingRow = TrainingRow>(
  file: string,
  more: readonly Column<Row>[] = [],
): RowWriter<Row> {
  const all: readonly Column<Row>[] = [...columns, ...more];
  const schema: SchemaElement[] = [
    { name: "root", num_children: all.length },
    ...all.map(
      ({ name, type }): SchemaElement => ({ name, repetition_type: "OPTIONAL", ...types[type] }),
    ),
  ];
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema,
    createdBy: "booking-risk",
  });
  chmodSync(file, 0o600);
  let waiting: Row[] = [];
  const flush = async () => {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    const columnData = all.map(
      (column): ColumnSource => ({ name: column.name, data: rows.map((row) => column.cell(row)) }),
    );
    await writer.write({ columnData, rowGroupSize: groupRows });
  };
  return {
    async write(rows) {
      waiting.push(...rows);
      if (waiting.length >= groupRows) await flush();
    },
    async end() {
      await flush();
      await writer.finish();
    },
  };
}
