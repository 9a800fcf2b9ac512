/** What a model in shadow mode would have changed, with where scores lie. */
import type { ModelName } from "../../../model/registry/model-name.ts";
import { type ShadowReport, shadowReport } from "../../../risk/shadow-report.ts";
import type { ScorePair } from "../../../storage/port/shadow-scores.ts";
import type { RouteDeps } from "../deps.ts";
import type { UserCaller } from "../guards.ts";

export interface ShadowResults extends ShadowReport {
  /** Decisions by ten scores each, 0 to 9 first. */
  scores: { served: number[]; shadow: number[] };
  /** Decisions by how far the shadow's score lies from the served one, in steps of points. */
  differences: { from: number; to: number; count: number }[];
}

export async function getShadowResults(
  { store }: RouteDeps,
  { projectId }: UserCaller,
  { name, version }: ModelName,
): Promise<ShadowResults> {
  const pairs = await store.shadowScores.pairs(name, version, projectId);
  return { ...shadowReport(pairs), ...distributions(pairs) };
}

/** Points of difference, both included: the same, little, and so on to both sides. */
const steps: readonly (readonly [number, number])[] = [
  [-99, -20],
  [-19, -10],
  [-9, -5],
  [-4, -1],
  [0, 0],
  [1, 4],
  [5, 9],
  [10, 19],
  [20, 99],
];

export function distributions(
  pairs: readonly ScorePair[],
): Pick<ShadowResults, "scores" | "differences"> {
  const scores = { served: tens(), shadow: tens() };
  const differences = steps.map(([from, to]) => ({ from, to, count: 0 }));
  for (const { served, shadow, count } of pairs) {
    scores.served[Math.floor(served / 10)]! += count;
    scores.shadow[Math.floor(shadow / 10)]! += count;
    const by = shadow - served;
    differences.find(({ from, to }) => from <= by && by <= to)!.count += count;
  }
  return { scores, differences };
}

const tens = () => new Array<number>(10).fill(0);
