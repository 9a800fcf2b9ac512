import type { NumberStyle } from "../../components/charts/number-format.ts";

/** Amounts are rounded to whole units if the largest is at least this. */
const wholeFrom = 1000;

/** Formats a project's amounts. @param largest of the amounts that are shown together. */
export function moneyNumbers(currency: string, largest: number): NumberStyle {
  const style = { style: "currency", currency } as const;
  const whole = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
  const full = new Intl.NumberFormat("en", { ...style, ...(largest >= wholeFrom ? whole : {}) });
  const short = new Intl.NumberFormat("en", {
    ...style,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
  return {
    format: (value) => withMinusSign(full.format(value)),
    axis: (value) => withMinusSign(short.format(value)),
  };
}

/** A true minus sign, as in the rest of the dashboard. */
const withMinusSign = (text: string) => text.replace("-", "−");

/** An amount with its sign. */
export function formatDifference(value: number, { format }: NumberStyle): string {
  return value > 0 ? `+${format(value)}` : format(value);
}
