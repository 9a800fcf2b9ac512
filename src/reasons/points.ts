/** Reasons are in score points: the score before it is rounded and limited. */
import { scorePointsOf } from "../risk/score.ts";

/** Keeps the points of a probability of exactly 0 or 1 finite: -157 and 331. */
const probabilityEdge = 1e-7;

/**
 * `75 + 10 · log2(odds / 0.2)` with `odds = p / (1 − p)`, p within 1e-7 … 1 − 1e-7.
 * NaN where there is no probability.
 */
export function pointsOf(probability: number): number {
  return scorePointsOf(Math.min(Math.max(probability, probabilityEdge), 1 - probabilityEdge));
}

/** What turns the points into the stored score: rounding, or the limits 0 and 99. */
export interface Remainder {
  kind: "rounding" | "limit";
  points: number;
}

export function remainderOf(points: number, riskScore: number): Remainder {
  const rest = riskScore - points;
  return { kind: Math.abs(rest) <= 0.5 ? "rounding" : "limit", points: rest };
}
