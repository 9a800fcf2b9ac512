/** What a model in the shadow would have changed, with where scores lie. */
import { type ShadowReport, shadowReport } from "../../risk/shadow-report.ts";
import type { ScorePair } from "../../storage/shadow-scores.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { modelOf } from "./asked-model.ts";

export interface ShadowLook extends ShadowReport {
  /** Decisions by ten scores each, 0 to 9 first. */
  scores: { served: number[]; shadow: number[] };
  /** Decisions by how far the shadow's score lies from the served one, in steps of points. */
  differences: { from: number; to: number; count: number }[];
}

export async function lookAtShadow(
  parts: Parts,
  { projectId }: Caller,
  title: string,
): Promise<ShadowLook> {
  const { name, version } = await modelOf(parts, title);
  const pairs = await parts.store.shadowScores.pairs(name, version, projectId);
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
): Pick<ShadowLook, "scores" | "differences"> {
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
