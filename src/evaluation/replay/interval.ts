/** A share with its interval. */
import { normalQuantile, wilsonInterval } from "../../base/confidence-interval.ts";

export interface Share {
  /** Null where there is nothing to divide by, as are both ends. */
  share: number | null;
  low: number | null;
  high: number | null;
  count: number;
  of: number;
}

const normal95 = normalQuantile[0.95];

/** A share with its 95 % score interval. */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { share: null, low: null, high: null, count, of };
  const part = count / of;
  const [low, high] = wilsonInterval(part, of, normal95);
  return {
    share: part,
    low: Math.max(0, low),
    high: Math.min(1, high),
    count,
    of,
  };
}

/**
 * The interval of a change between two answers to the same `of` questions, of which `more`
 * changed one way and `less` the other (Wald's interval for paired shares; Agresti, "Categorical
 * Data Analysis", 2013, 11.1).
 *
 * @param z the standard normal quantile, of 95 % if not given.
 */
export function pairedChange(
  { more, less }: { more: number; less: number },
  of: number,
  z: number = normal95,
): { change: number; low: number; high: number } {
  const change = (more - less) / of;
  const half = (z * Math.sqrt(Math.max(0, more + less - (more - less) ** 2 / of))) / of;
  return { change, low: change - half, high: change + half };
}
