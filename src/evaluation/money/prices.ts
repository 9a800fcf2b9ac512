/**
 * What a booking is worth, and what a mistake with it costs: for the page Money and for the report of a
 * replay alike. A booking is worth its own amount where that is known in the currency of the prices, and
 * otherwise what was entered for such bookings; nothing is converted.
 */
import type { Amounts } from "../../risk/outcomes/amounts.ts";

export interface Prices {
  /** Of every amount here, ISO 4217. */
  currency: string;
  /** The value of a booking whose amount is not known. */
  value: number;
  /** The same of a fraudulent booking: stolen cards book dearer rooms. */
  fraudValue: number;
  /** The share of a booking's value that is earned with it, and lost where a good guest is denied. */
  margin: number;
  /** What a bank charges for a chargeback. */
  chargebackCost: number;
  /** The share of the value that is lost with a fraudulent booking: what cannot be resold. */
  fraudLoss: number;
  /** Later revenue lost with a good guest who was denied. */
  lifetimeValue: number;
}

/** Bookings, by number and by what is known of their amounts. */
export interface Valued {
  count: number;
  amounts: Amounts;
}

/** What missed bookings lose if all of them are fraud. */
export function fraudCost({ count, amounts }: Valued, prices: Prices): number {
  const value = amounts.sum + (count - amounts.known) * prices.fraudValue;
  return value * prices.fraudLoss + count * prices.chargebackCost;
}

/** What denied bookings lose if none of them is fraud. */
export function refusalCost({ count, amounts }: Valued, prices: Prices): number {
  const value = amounts.sum + (count - amounts.known) * prices.value;
  return value * prices.margin + count * prices.lifetimeValue;
}

/** The sum of what is at stake with each booking, which is the cost of both mistakes, and of its squares. */
export function stakes(
  { count, amounts }: Valued,
  prices: Prices,
): { sum: number; squares: number } {
  const perUnit = prices.fraudLoss + prices.margin;
  const each = prices.chargebackCost + prices.lifetimeValue;
  const unknown = prices.fraudValue * prices.fraudLoss + prices.value * prices.margin + each;
  const { known, sum, squares } = amounts;
  return {
    sum: perUnit * sum + each * known + (count - known) * unknown,
    squares:
      perUnit ** 2 * squares +
      2 * perUnit * each * sum +
      each ** 2 * known +
      (count - known) * unknown ** 2,
  };
}

/**
 * The rate of fraud, weighted by what is at stake, from which denying these bookings pays (Elkan, "The
 * foundations of cost-sensitive learning", IJCAI 2001); null where it never does, or always.
 */
export function breakEvenRate(bookings: Valued, prices: Prices): number | null {
  const [saved, lost] = [fraudCost(bookings, prices), refusalCost(bookings, prices)];
  return saved > 0 && lost > 0 ? lost / (saved + lost) : null;
}
