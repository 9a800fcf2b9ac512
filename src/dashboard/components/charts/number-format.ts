import { numberFormat } from "../format.ts";

/** Number formats: in full for reading, and short for axis labels. */
export interface NumberStyle {
  format(value: number): string;
  axis(value: number): string;
}

function numberStyle(full: Intl.NumberFormatOptions, axis: Intl.NumberFormatOptions): NumberStyle {
  return { format: numberFormat(full), axis: numberFormat(axis) };
}

/** 12,345 and 12.3K */
export const integers = numberStyle(
  { maximumFractionDigits: 0 },
  { notation: "compact", maximumFractionDigits: 1 },
);
/** For fractions of 0 to 1: 12.3% and 12%. One decimal everywhere, so that figures compare. */
export const percentages = numberStyle(
  { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 },
  { style: "percent", maximumFractionDigits: 1 },
);
/** 1.234 */
export const decimals = numberStyle({ maximumFractionDigits: 3 }, { maximumFractionDigits: 2 });

/** A value, or a dash if it is unknown. */
export function formatOrDash(
  value: number | null | undefined,
  { format }: NumberStyle = integers,
): string {
  return value === null || value === undefined ? "–" : format(value);
}
