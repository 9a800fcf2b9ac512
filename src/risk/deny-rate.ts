/** How far the share of denied bookings may move before somebody has to look. */

export interface DenyRateLimits {
  /** Of all bookings, and of the share before: meeting either limit is enough. */
  denyRateChangeMax: number;
  denyRateRatioMax: number;
}

/** A point, or 30 % of the share before. Why: see `defaultLimits` of a replay. */
export const denyRateLimits: Readonly<DenyRateLimits> = {
  denyRateChangeMax: 0.01,
  denyRateRatioMax: 0.3,
};

/** The largest change of a share of denied bookings that the limits allow. */
export function allowedDenyRateChange(
  before: number,
  { denyRateChangeMax, denyRateRatioMax }: DenyRateLimits = denyRateLimits,
): number {
  return Math.max(denyRateChangeMax, denyRateRatioMax * before);
}
