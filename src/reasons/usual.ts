/** What a feature is among the background rows. */
import type { Row } from "./explained-model.ts";

export interface Usual {
  /**
   * The lower median of the rows in which it is known, so that it is a value that occurs; null
   * where it is missing in more than half of all.
   */
  value: number | null;
  /** Mean of the rows in which it is known: of a flag, the share that has it; null where none. */
  mean: number | null;
  /** Share of the rows in which it is missing. */
  missing: number;
}

export function usualOf(rows: readonly Row[], place: number): Usual {
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
