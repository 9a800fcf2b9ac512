/** The periods of a project's own past that one is compared with. */
import type { Period } from "../../risk/period.ts";

export const weekMs = 7 * 86_400_000;

/** Earlier periods that one is compared with. Their differences show what is usual. */
export const pastPeriods = 4;
/** Periods with enough decisions that it takes, as one alone does not show what is usual. */
export const pastPeriodsLeast = 2;

export interface BoundedPeriod extends Period {
  from: number;
}

/** Periods of the same length on the same weekdays, the newest first: of a week, the four before it. */
export function periodsBefore({ from, to }: BoundedPeriod): BoundedPeriod[] {
  const step = Math.ceil((to - from) / weekMs) * weekMs;
  return Array.from({ length: pastPeriods }, (_, i) => {
    const ago = step * (i + 1);
    return { from: from - ago, to: to - ago };
  });
}
