import type { LineColumn } from "../../components/charts/lines.tsx";

/** The scale in tens, as a chart's columns. */
export const tens: readonly LineColumn[] = Array.from({ length: 10 }, (_, i) => ({
  at: 10 * i,
  label: `score ${10 * i} to ${10 * i + 9}`,
  tick: `${10 * i}`,
}));
