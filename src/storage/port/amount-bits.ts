/**
 * The amount of an attempt in 32 bits, in which the index has it: its currency, and its size as how many times
 * one minor unit doubles to it, in steps. A step is 0.03 % of the amount.
 */

export const stepsPerDoubling = 2048;
/** Those of the size: twelve digits double 40 times. The upper bits are the currency. */
export const sizeBits = 17;
export const sizeMask = 2 ** sizeBits - 1;
/** The bits of a currency, once they are shifted down: those above are copies of the sign. */
export const currencyMask = 2 ** (32 - sizeBits) - 1;

/** The three letters of the code as a number of base 26. */
export function currencyNumber(code: string): number {
  let number = 0;
  for (let i = 0; i < code.length; i++) number = number * 26 + code.charCodeAt(i) - 65;
  return number;
}

/** In minor units; null where an attempt has none in this currency. @param bits as `Sighting.amount`; 0: none. */
export function minorUnitsIn(bits: number, currency: number): number | null {
  if (bits === 0 || bits >>> sizeBits !== currency) return null;
  return 2 ** ((bits & sizeMask) / stepsPerDoubling);
}
