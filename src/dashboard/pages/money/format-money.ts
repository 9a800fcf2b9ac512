import type { NumberStyle } from "../../components/charts/number-format.ts";

/** Whole amounts where they are large; else as the currency is written. */
const largeFrom = 1000;

/** Writes a project's amounts. @param largest of those that are shown together. */
export function moneyNumbers(currency: string, largest: number): NumberStyle {
  const style = { style: "currency", currency } as const;
  const whole = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
  const full = new Intl.NumberFormat("en", { ...style, ...(largest >= largeFrom ? whole : {}) });
  const short = new Intl.NumberFormat("en", {
    ...style,
    ...{ notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 },
  });
  return { format: (value) => full.format(value), axis: (value) => short.format(value) };
}

/** With its sign, as a difference. */
export function difference(value: number, { format }: NumberStyle): string {
  return value > 0 ? `+${format(value)}` : format(value);
}
