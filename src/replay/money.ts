/** What mistakes cost: an estimate from a few numbers that the hotel knows. */

export interface Prices {
  /** Of every amount here, ISO 4217; nothing is converted. */
  currency: string;
  /** A booking's value where no file tells it. */
  value: number;
  /** The part of a booking's value that is earned with it: lost with a guest who is refused. */
  margin: number;
  /** What a bank charges for a chargeback. */
  chargebackCost: number;
  /** The part of the value that is lost with a fraudulent booking: what cannot be sold again. */
  fraudLoss: number;
}

/** Mistakes and the value of their bookings. */
export interface Mistakes {
  count: number;
  value: number;
}

export const noMistakes = (): Mistakes => ({ count: 0, value: 0 });

/** Margin lost on guests who were refused, without cause. */
export function costOfRefused({ value }: Mistakes, { margin }: Prices): number {
  return value * margin;
}

/** The value lost with fraud that was let through, and the bank's fee each. */
export function costOfMissed({ count, value }: Mistakes, prices: Prices): number {
  return value * prices.fraudLoss + count * prices.chargebackCost;
}
