/** A share with its interval. */

export interface Share {
  /** Null where there is nothing to divide by, as are both ends. */
  share: number | null;
  low: number | null;
  high: number | null;
  count: number;
  of: number;
}

const normal95 = 1.96;

/** The 95 % score interval of a binomial share (Wilson, JASA 22, 1927). */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { share: null, low: null, high: null, count, of };
  const part = count / of;
  const squared = normal95 ** 2;
  const middle = part + squared / (2 * of);
  const half = normal95 * Math.sqrt((part * (1 - part)) / of + squared / (4 * of ** 2));
  const scale = 1 + squared / of;
  return {
    share: part,
    low: Math.max(0, (middle - half) / scale),
    high: Math.min(1, (middle + half) / scale),
    count,
    of,
  };
}

/**
 * The 95 % interval of a change between two answers to the same `of` questions, of which `more`
 * changed one way and `less` the other (Wald's interval for paired shares; Agresti, "Categorical
 * Data Analysis", 2013, 11.1).
 */
export function pairedChange(
  { more, less }: { more: number; less: number },
  of: number,
): { change: number; low: number; high: number } {
  const change = (more - less) / of;
  const half = (normal95 * Math.sqrt(Math.max(0, more + less - (more - less) ** 2 / of))) / of;
  return { change, low: change - half, high: change + half };
}
