/** What a decision is compared with: the attempts that stand for "nothing special is known". */
import type { ExplainedModel, Row } from "./explained-model.ts";

/** Each costs up to 4,096 answers of the model. */
export const backgroundRowsMax = 32;

export interface Background {
  /**
   * `background`: typical legitimate attempts that the bundle names. `golden`: it names none, so
   * its golden rows, which are of all kinds. `missing`: one attempt of which nothing is known.
   */
  kind: "background" | "golden" | "missing";
  rows: readonly Row[];
}

/** Of more rows than are used, those at even distances, so that the same are used each time. */
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
