/** The numbers of a replay's report, in the viewer's locale; the report as a file has its own. */
import { numberFormat } from "../../../components/format.ts";

export const whole = numberFormat({ maximumFractionDigits: 0 });

const shares = [1, 2, 3].map((digits) =>
  numberFormat({ style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }),
) as [Format, Format, Format];
type Format = (value: number) => string;

/** A share as a percentage, with more digits the smaller it is: the report compares small rates. */
export function percent(part: number | null): string {
  if (part === null) return "–";
  return shares[part === 0 || part >= 0.1 ? 0 : part >= 0.001 ? 1 : 2](part);
}

const decimals = [0, 1, 2, 3, 4].map((digits) =>
  numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** @param digits up to 4. */
export function decimal(value: number | null, digits: number): string {
  return value === null ? "–" : decimals[digits]!(value);
}

/** With its sign; "no change" for 0. */
export function signed(value: number, text: Format = whole): string {
  if (value === 0) return "no change";
  return value > 0 ? `+${text(value)}` : `−${text(-value)}`;
}
