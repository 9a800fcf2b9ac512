/** Currencies, by their codes of ISO 4217. */

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** @param code in upper case. Codes of currencies that are not used any more count as well. */
export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

const minorUnits = new Map<string, number>();

/** How many minor units one unit of a currency has: 100 cents of a euro, 1 of a yen. @param code as of `isCurrency`. */
export function minorUnitsOf(code: string): number {
  let units = minorUnits.get(code);
  if (units === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
    units = 10 ** format.resolvedOptions().maximumFractionDigits!;
    minorUnits.set(code, units);
  }
  return units;
}
