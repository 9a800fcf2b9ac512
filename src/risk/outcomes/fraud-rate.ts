/** A rate of fraud among decisions whose outcomes are partly known, with its interval. */
import { type Amounts, addAmounts, noAmounts } from "./amounts.ts";
import type { ReportingDelay } from "./reporting-delay.ts";

/**
 * What decisions say of a rate. Each counts by how likely its fraud would be reported by now, so
 * that recent ones neither count as good nor are lost. Their sum is the exposure of the Cape Cod
 * method of claims reserving (Stanard 1985; Gluck, "Balancing development and trend in loss reserve
 * analysis", Proceedings of the CAS 84, 1997): frauds / exposure estimates the rate.
 */
export interface Evidence {
  /** Decisions reported as fraud. */
  frauds: number;
  exposure: number;
  /** The sum of exposure times the standard error of its logarithm. */
  exposureError: number;
  /** The amounts of the frauds and, counted like the exposure, of all. */
  amounts: { frauds: Amounts; exposure: Amounts };
}

export const noEvidence = (): Evidence => ({
  frauds: 0,
  exposure: 0,
  exposureError: 0,
  amounts: { frauds: noAmounts(), exposure: noAmounts() },
});

/** Decisions of one time, all or none of which are reported as fraud. */
export interface CountedDecisions {
  /** Unix ms. */
  decidedAt: number;
  /** How many they are, or stand for. */
  count: number;
  isFraud: boolean;
  /** Of those whose amount is known, as many as are counted; absent: none. */
  amounts?: Amounts;
}

/** Adds decisions that had a booking which can turn out to be fraud. */
export function addDecisions(
  to: Evidence,
  { decidedAt, count, isFraud, amounts = noAmounts() }: CountedDecisions,
  delay: Pick<ReportingDelay, "knownWithin" | "observedUntil">,
): void {
  const { share, error } = delay.knownWithin(delay.observedUntil - decidedAt);
  to.exposure += count * share;
  to.exposureError += count * share * error;
  addAmounts(to.amounts.exposure, amounts, share);
  if (!isFraud) return;
  to.frauds += count;
  addAmounts(to.amounts.frauds, amounts);
}

export function sumOf(all: readonly Evidence[]): Evidence {
  const sum = noEvidence();
  for (const { frauds, exposure, exposureError, amounts } of all) {
    sum.frauds += frauds;
    sum.exposure += exposure;
    sum.exposureError += exposureError;
    addAmounts(sum.amounts.frauds, amounts.frauds);
    addAmounts(sum.amounts.exposure, amounts.exposure);
  }
  return sum;
}

export interface Rate {
  rate: number;
  low: number;
  high: number;
}

/**
 * The rate and its two-sided interval. The frauds' is that of a Poisson count in Byar's
 * approximation (Breslow, Day, "Statistical Methods in Cancer Research" II, 1987, p. 69), which is
 * within 1.3 % of the exact one from 1 fraud on, and wider than the binomial one. The exposure's
 * error is added to it in the logarithm (Zou, Donner, "Construction of confidence limits about
 * effect measures", Statistics in Medicine 27, 2008).
 *
 * @param z the standard normal quantile, as in `normalQuantile`.
 * @returns null without any exposure.
 */
export function fraudRate(
  evidence: Pick<Evidence, "frauds" | "exposure" | "exposureError">,
  z: number,
): Rate | null {
  const { frauds, exposure, exposureError } = evidence;
  if (!(exposure > 0)) return null;
  const { low, high } = poissonInterval(frauds, z);
  const delayed = (z * exposureError) / exposure;
  const widened = (bound: number, away: number) => bound * Math.exp(away);
  const rate = Math.min(1, frauds / exposure);
  const lowPart = frauds > 0 && low > 0 ? Math.hypot(Math.log(frauds / low), delayed) : 0;
  const highPart = Math.hypot(Math.log(high / Math.max(frauds, 0.5)), delayed);
  return {
    rate,
    low: low > 0 ? Math.min(1, widened(frauds, -lowPart) / exposure) : 0,
    high: Math.min(1, widened(Math.max(frauds, 0.5), highPart) / exposure),
  };
}

/** The interval of the mean of a Poisson count. */
export function poissonInterval(count: number, z: number): { low: number; high: number } {
  const byar = (n: number, side: number) => n * (1 - 1 / (9 * n) + side / (3 * Math.sqrt(n))) ** 3;
  return { low: count > 0 ? Math.max(0, byar(count, -z)) : 0, high: byar(count + 1, z) };
}
