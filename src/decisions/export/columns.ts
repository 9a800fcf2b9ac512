/** The columns of an export, the same in every format, in order. */
import { featureNames } from "../../risk/features/index.ts";
import type { TrainingRow } from "../../risk/training-rows.ts";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";

export type Cell = string | number | Date | null;

export interface Column<Row extends TrainingRow = TrainingRow> {
  name: string;
  type: "text" | "time" | "whole" | "number";
  cell(row: Row): Cell;
}

const time = (ms: number | null) => (ms === null ? null : new Date(ms));

export const columns: readonly Column[] = [
  { name: "decision_id", type: "text", cell: (row) => row.decisionId },
  { name: "request_id", type: "text", cell: (row) => row.requestId },
  { name: "decided_at", type: "time", cell: (row) => time(row.decidedAt) },
  { name: "source", type: "text", cell: (row) => row.source },
  { name: "key_id", type: "text", cell: (row) => row.keyId },
  { name: "risk_score", type: "whole", cell: (row) => row.riskScore },
  { name: "suggested_action", type: "text", cell: (row) => row.suggestedAction },
  { name: "probability", type: "number", cell: (row) => row.probability },
  { name: "model_probability", type: "number", cell: (row) => row.modelProbability },
  { name: "project_base_rate", type: "number", cell: (row) => row.projectBaseRate },
  { name: "model_base_rate", type: "number", cell: (row) => row.modelBaseRate },
  { name: "model", type: "text", cell: (row) => row.model },
  { name: "outcome", type: "text", cell: (row) => row.outcome },
  { name: "outcome_reported_at", type: "time", cell: (row) => time(row.outcomeReportedAt) },
  { name: "outcome_occurred_at", type: "time", cell: (row) => time(row.outcomeOccurredAt) },
  { name: "outcome_key_id", type: "text", cell: (row) => row.outcomeKeyId },
  { name: "weight", type: "number", cell: (row) => row.weight },
  { name: "control_group", type: "text", cell: (row) => row.controlGroup },
  ...featureNames.map((name, place): Column => {
    const cell = ({ features }: TrainingRow) =>
      Number.isNaN(features[place]) ? null : features[place]!;
    return { name, type: "number", cell };
  }),
];

/** Columns of a project's attributes, after all others: a category is text, a flag 1 or 0. */
export function attributeColumns(attributes: readonly ProjectAttribute[]): Column[] {
  return attributes.map(({ name, type }) => ({
    name: `attribute_${name}`,
    type: type === "category" ? "text" : "number",
    cell: ({ attributes = {} }) => {
      const value = Object.hasOwn(attributes, name) ? attributes[name]! : null;
      return typeof value === "boolean" ? Number(value) : value;
    },
  }));
}

/** Writes an export's rows to a file; `end` is to be called once, after the last. */
export interface RowWriter<Row extends TrainingRow = TrainingRow> {
  write(rows: readonly Row[]): void | Promise<void>;
  end(): void | Promise<void>;
}
