/** The measurements of a visit, and statistics over visits. */
import { type Spread, spread } from "../figures.ts";

export interface Visit {
  kind: "load" | "minute";
  /** The CPU slowdown factor; 1 for full speed. */
  slowdown: number;
  round: number;
  candidate: string;
  /** Milliseconds of the page's main thread; see trace.mjs. `cpu…` is CPU time. */
  scriptMs: number;
  cpuScriptMs: number;
  longestTaskMs: number;
  longestShareMs: number;
  allTasksMs: number;
  cpuAllTasksMs: number;
  longestOfAllTasksMs: number;
  /** Requests to the script's host, and the bytes of the HTTP/1.1 messages. */
  traffic: { requests: number; posts: number; up: number; down: number };
}

export type Measure = (visit: Visit) => number;

/** @throws Error where there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error("nothing was measured");
  return spread(values);
}

/** For each round, the difference from the page without a script in the same round. */
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
