/** How sure a change in cost is: it is a sum over few bookings, of very different values. */
import { normalQuantile } from "../interval.ts";
import type { Prices } from "./money.ts";

/** Of the bookings in one group. */
export interface Values {
  count: number;
  sum: number;
  /** The sum of their squares. */
  squares: number;
}

export const noValues = (): Values => ({ count: 0, sum: 0, squares: 0 });

export function addValue(to: Values, value: number): void {
  to.count += 1;
  to.sum += value;
  to.squares += value * value;
}

/** The bookings whose action changes and whose outcome is known. */
export interface ChangedBookings {
  toDeny: { fraud: Values; other: Values };
  toAllow: { fraud: Values; other: Values };
}

export interface CostInterval {
  low: number;
  high: number;
  /** 0.95: of intervals made like this, the share that holds the true change. */
  level: number;
}

/** With fewer changed bookings, the sum is too uneven for a normal interval. */
const bookingsMin = 20;

/**
 * The interval of the change in cost. The number of changed bookings varies as a Poisson count, so
 * the variance of the sum of their costs is the sum of the squared costs (Campbell's theorem); a
 * Poisson bootstrap over all bookings has the same variance.
 *
 * @param change the change itself, in the prices' currency.
 * @returns null where too few bookings change for an interval.
 */
export function costInterval(
  change: number,
  { toDeny, toAllow }: ChangedBookings,
  prices: Prices,
): CostInterval | null {
  const groups = [toDeny.fraud, toDeny.other, toAllow.fraud, toAllow.other];
  if (groups.reduce((sum, { count }) => sum + count, 0) < bookingsMin) return null;
  const variance =
    squaredFraudCosts(toDeny.fraud, prices) +
    squaredFraudCosts(toAllow.fraud, prices) +
    (toDeny.other.squares + toAllow.other.squares) * prices.margin ** 2;
  const half = normalQuantile[0.95] * Math.sqrt(variance);
  return { low: change - half, high: change + half, level: 0.95 };
}

/** Σ (value · loss + fee)². */
function squaredFraudCosts({ count, sum, squares }: Values, prices: Prices): number {
  const { fraudLoss: loss, chargebackCost: fee } = prices;
  return loss ** 2 * squares + 2 * loss * fee * sum + fee ** 2 * count;
}
