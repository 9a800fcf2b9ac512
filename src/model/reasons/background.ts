/** What a decision is compared with: attempts about which nothing special is known. */
import type { ExplainedModel, Row } from "./explained-model.ts";

/** Each has up to 4,096 coalitions, which are as many rows of a model that is not one of decision trees. */
export const backgroundRowsMax = 32;

export interface Background {
  /**
   * `background`: typical legitimate attempts that the bundle names. `golden`: it names none, so
   * its golden rows, which are of all kinds. `missing`: one attempt of which nothing is known.
   */
  kind: "background" | "golden" | "missing";
  rows: readonly Row[];
}

/** Of more rows than are used, those at even distances, so that every call uses the same ones. */
export function backgroundOf({ manifest }: ExplainedModel): Background {
  const { background = [], golden, input } = manifest;
  if (background.length > 0) return { kind: "background", rows: evenly(background) };
  if (golden.length > 0) {
    return { kind: "golden", rows: evenly(golden.map(({ features }) => features)) };
  }
  return { kind: "missing", rows: [input.features.map(() => null)] };
}

function evenly(rows: readonly Row[]): readonly Row[] {
  const used = Math.min(rows.length, backgroundRowsMax);
  return Array.from({ length: used }, (_, i) => rows[Math.floor((i * rows.length) / used)]!);
}

/** What a feature is among the background rows. */
export interface Typical {
  /**
   * The lower median of the rows in which it is known, so that it is a value that occurs; null
   * where it is missing in more than half of all rows.
   */
  value: number | null;
  /** Mean of the rows in which it is known: of a flag, the share that has it; null where none. */
  mean: number | null;
  /** Share of the rows in which it is missing. */
  missing: number;
}

export function typicalValue(rows: readonly Row[], place: number): Typical {
  const known = rows.map((row) => row[place]).filter((value) => value != null);
  known.sort((a, b) => a - b);
  const missing = 1 - known.length / rows.length;
  const median = known[Math.floor((known.length - 1) / 2)];
  return {
    value: missing > 0.5 ? null : (median ?? null),
    mean: known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null,
    missing,
  };
}
