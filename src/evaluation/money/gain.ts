/** What denying bookings earns: for the page Money and for the report of a replay alike. */
import { type Evidence, fraudRate } from "../../risk/outcomes/fraud-rate.ts";
import { fraudCost, type Prices, refusalCost, stakes, type Valued } from "./prices.ts";
import type { OutcomeTally } from "./silence.ts";

export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** Evidence of a rate as of so many equally valued decisions. */
export type EvidenceByStake = Pick<Evidence, "frauds" | "exposure" | "exposureError">;

/**
 * Evidence of the rate of fraud weighted by what is at stake: fraud in dear bookings counts for more. The
 * frauds are as many of the mean stake as tell the rate with the same certainty, which few dear ones do less
 * than many cheap ones (the effective count of a weighted sum of Poisson counts: Fay and Feuer, "Confidence
 * intervals for directly standardized rates", Statistics in Medicine 16, 1997). One fraud more, whose stake is
 * like those of all bookings, keeps a few that happen to be cheap from telling too much. Where all stakes are
 * the same, nothing changes.
 *
 * @param all of one kind of bookings, such as those of neighbouring scores.
 */
export function evidenceByStake(all: readonly Evidence[], prices: Prices): EvidenceByStake[] {
  const parts = all.map((one) => ({
    ...one,
    fraudStakes: stakes({ count: one.frauds, amounts: one.amounts.frauds }, prices),
    stakes: stakes({ count: one.exposure, amounts: one.amounts.exposure }, prices),
  }));
  const total = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((sum, part) => sum + of(part), 0);
  const exposure = total((part) => part.exposure);
  const exposed = total((part) => part.stakes.sum);
  if (!(exposed > 0)) return all.map(({ amounts: _, ...counts }) => counts);
  const usual = exposed / exposure;
  const usualFraud = total((part) => part.stakes.squares) / exposed;
  const unit =
    (total((part) => part.fraudStakes.squares) + usual * usualFraud) /
    (total((part) => part.fraudStakes.sum) + usual);
  return parts.map((part) => {
    const scale = part.exposure > 0 ? part.stakes.sum / unit / part.exposure : 0;
    return {
      frauds: part.fraudStakes.sum / unit,
      exposure: part.exposure * scale,
      exposureError: part.exposureError * scale,
    };
  });
}

/**
 * What denying bookings earns where this share of what is at stake with them is in fraud: each fraud saves
 * its cost, and each good booking is lost with its margin and its guest's later ones. Negative where it costs.
 */
export function gainAt(share: number, bookings: Valued, prices: Prices): number {
  return share * stakes(bookings, prices).sum - refusalCost(bookings, prices);
}

/** The sum of independent estimates (G. Zou, A. Donner, Statistics in Medicine 27, 2008). */
export function sumOfIndependent(parts: readonly Interval[]): Interval {
  const estimate = parts.reduce((sum, part) => sum + part.estimate, 0);
  const away = (of: (part: Interval) => number) => Math.hypot(...parts.map(of));
  return {
    estimate,
    low: estimate - away((part) => part.estimate - part.low),
    high: estimate + away((part) => part.high - part.estimate),
  };
}

/**
 * What denying the bookings earns, from what is known of them; null where nothing is.
 * @param z the standard normal quantile of the interval.
 */
export function gainOf(
  { bookings, evidence }: OutcomeTally,
  prices: Prices,
  z: number,
): Interval | null {
  const rate = fraudRate(evidenceByStake([evidence], prices)[0]!, z);
  if (!rate) return null;
  const at = (share: number) => gainAt(share, bookings, prices);
  return { estimate: at(rate.rate), low: at(rate.low), high: at(rate.high) };
}

/**
 * What the bookings lose: their fraud if they are allowed, and their good ones if they are denied. The second
 * less the first is what denying them does not earn, as `gainOf` says. Nothing where nothing is known.
 */
export function lossesOf(
  { bookings, evidence }: OutcomeTally,
  prices: Prices,
): { allowed: number; denied: number } {
  const known = stakes({ count: evidence.exposure, amounts: evidence.amounts.exposure }, prices);
  if (!(known.sum > 0)) return { allowed: 0, denied: 0 };
  const frauds = { count: evidence.frauds, amounts: evidence.amounts.frauds };
  const all = stakes(bookings, prices).sum;
  // As in a rate, more than all of it cannot be fraud.
  const scale = Math.min(all / known.sum, all / Math.max(stakes(frauds, prices).sum, 1e-12));
  return {
    allowed: scale * fraudCost(frauds, prices),
    denied: refusalCost(bookings, prices) - scale * refusalCost(frauds, prices),
  };
}
