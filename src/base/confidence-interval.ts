/** What the intervals of several modules are made of. */

/** Standard normal quantiles of two-sided intervals, by their level. */
export const normalQuantile = { 0.9: 1.6449, 0.95: 1.96, 0.975: 2.2414, 0.999: 3.29 } as const;

/**
 * The score interval of a binomial share (Wilson, JASA 22, 1927). Rounding may leave 0 to 1 by a bit.
 *
 * @param part the share that was found, among `of`.
 * @param z the standard normal quantile, as in `normalQuantile`.
 */
export function wilsonInterval(part: number, of: number, z: number): [low: number, high: number] {
  const middle = part + z ** 2 / (2 * of);
  const half = z * Math.sqrt((part * (1 - part)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  return [(middle - half) / scale, (middle + half) / scale];
}
