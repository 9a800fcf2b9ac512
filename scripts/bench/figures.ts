/** How a benchmark's figures are summed up and laid out for a terminal. */
import type { LoadResult } from "./load.ts";
import { median } from "./median.ts";

/** Of several rounds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spread(numbers: readonly number[]): Spread {
  return { median: median(numbers), min: Math.min(...numbers), max: Math.max(...numbers) };
}

/** Answers a second over those of another, round by round. */
export function ratio(
  over: readonly { perSecond: number }[],
  under: readonly { perSecond: number }[],
): Spread {
  return spread(over.map(({ perSecond }, round) => perSecond / under[round]!.perSecond));
}

export function spreadCells({ median: middle, min, max }: Spread): string[] {
  return [significant(middle), `(${significant(min)} to ${significant(max)})`];
}

export const whole = (value: number) => Math.round(value).toLocaleString("en-US");

/** Two decimals below 10, one below 100. */
export function significant(value: number): string {
  if (value >= 100) return whole(value);
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** The first column to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
}

export function middleOf(
  results: readonly LoadResult[],
  percentile: keyof LoadResult["latencyMs"],
) {
  return significant(median(results.map(({ latencyMs }) => latencyMs[percentile])));
}

export function otherStatuses(results: readonly LoadResult[]): string {
  const others = results.flatMap(({ statuses }) =>
    Object.entries(statuses).filter(([status]) => status !== "200"),
  );
  return others.map(([status, count]) => `${count} answers with ${status}!`).join(" ");
}
