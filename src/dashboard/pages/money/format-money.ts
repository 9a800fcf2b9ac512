import type { NumberStyle } from "../../components/charts/number-format.ts";
import { numberFormat } from "../../components/format.ts";

/** Amounts are rounded to whole units if the largest is at least this. */
const wholeFrom = 1000;

/** Formats a project's amounts. @param largest of the amounts that are shown together. */
export function moneyNumbers(currency: string, largest: number): NumberStyle {
  const style = { style: "currency", currency } as const;
  const whole = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
  return {
    format: numberFormat({ ...style, ...(largest >= wholeFrom ? whole : {}) }),
    axis: numberFormat({
      ...style,
      notation: "compact",
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    }),
  };
}

/** An amount with its sign. */
export function formatDifference(value: number, { format }: NumberStyle): string {
  return value > 0 ? `+${format(value)}` : format(value);
}
