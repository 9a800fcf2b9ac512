/** The cost of mistakes, estimated from a few numbers that the hotel knows. */

export interface Prices {
  /** Of every amount here, ISO 4217; nothing is converted. */
  currency: string;
  /** A booking's value where no file has it. */
  value: number;
  /** The share of a booking's value that is earned with it, and lost where a guest is refused. */
  margin: number;
  /** What a bank charges for a chargeback. */
  chargebackCost: number;
  /** The share of the value that is lost with a fraudulent booking: what cannot be resold. */
  fraudLoss: number;
}

/** Mistakes and the value of their bookings. */
export interface Mistakes {
  count: number;
  value: number;
}

export const noMistakes = (): Mistakes => ({ count: 0, value: 0 });

/** Margin lost on legitimate guests who were refused. */
export function costOfRefused({ value }: Mistakes, { margin }: Prices): number {
  return value * margin;
}

/** The value lost with missed fraud, and the bank's fee for each. */
export function costOfMissed({ count, value }: Mistakes, prices: Prices): number {
  return value * prices.fraudLoss + count * prices.chargebackCost;
}
