/** Sums of what bookings cost their guests, as far as it was sent. */
import type { Amounts } from "../../storage/port/search.ts";

export type { Amounts };

export const noAmounts = (): Amounts => ({ known: 0, sum: 0, squares: 0 });

/** @param times how often each counts; below 1 where a booking counts in part. */
export function addAmounts(to: Amounts, { known, sum, squares }: Amounts, times = 1): void {
  to.known += times * known;
  to.sum += times * sum;
  to.squares += times * squares;
}

/** The amount of one booking; none where it is null. */
export function amountsOf(amount: number | null): Amounts {
  return amount === null ? noAmounts() : { known: 1, sum: amount, squares: amount * amount };
}
