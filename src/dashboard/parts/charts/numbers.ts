/** How numbers are written: in full where one is read, short along an axis. */
export interface Numbers {
  say(value: number): string;
  axis(value: number): string;
}

function numbers(full: Intl.NumberFormatOptions, axis: Intl.NumberFormatOptions): Numbers {
  const [long, short] = [new Intl.NumberFormat("en", full), new Intl.NumberFormat("en", axis)];
  return { say: (value) => long.format(value), axis: (value) => short.format(value) };
}

/** 12,345 and 12.3K */
export const wholes = numbers(
  { maximumFractionDigits: 0 },
  { notation: "compact", maximumFractionDigits: 1 },
);
/** Of parts, 0 to 1: 12.3% and 12% */
export const percents = numbers(
  { style: "percent", maximumFractionDigits: 1 },
  { style: "percent", maximumFractionDigits: 1 },
);
/** 1.234 */
export const decimals = numbers({ maximumFractionDigits: 3 }, { maximumFractionDigits: 2 });

/** A value, or a dash where none is known. */
export function sayOrDash(value: number | null | undefined, { say }: Numbers = wholes): string {
  return value === null || value === undefined ? "–" : say(value);
}
