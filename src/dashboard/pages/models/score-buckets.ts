import type { LineColumn } from "../../components/charts/lines.tsx";

/** Ranges of ten scores, as columns of a chart. */
export const scoreBuckets: readonly LineColumn[] = Array.from({ length: 10 }, (_, i) => ({
  at: 10 * i,
  label: `score ${10 * i} to ${10 * i + 9}`,
  tick: `${10 * i}`,
}));
