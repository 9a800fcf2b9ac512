/** What one visit gave, and what the visits of a run come to. */

export interface Visit {
  kind: "load" | "minute";
  /** Times that the processor was slowed down; 1: as it is. */
  slowdown: number;
  round: number;
  candidate: string;
  /** Of the page's main thread, in milliseconds; see trace.mjs. `cpu…` by the thread's own clock. */
  scriptMs: number;
  cpuScriptMs: number;
  longestTaskMs: number;
  longestShareMs: number;
  allTasksMs: number;
  cpuAllTasksMs: number;
  longestOfAllTasksMs: number;
  /** With the script's host: requests, and bytes of whole HTTP/1.1 messages. */
  traffic: { requests: number; posts: number; up: number; down: number };
}

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export type Measure = (visit: Visit) => number;

/** @throws Error without any value. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1];
  const high = sorted[Math.floor(middle)];
  if (low === undefined || high === undefined) throw new Error("nothing was measured");
  return { median: (low + high) / 2, min: sorted[0]!, max: sorted.at(-1)! };
}

/** Of each round, how much more than the page without a script in the same round. */
export function beyondBaseline(
  visits: readonly Visit[],
  baseline: readonly Visit[],
  measure: Measure,
): number[] {
  return visits.flatMap((visit) => {
    const without = baseline.find(({ round }) => round === visit.round);
    return without ? [measure(visit) - measure(without)] : [];
  });
}
