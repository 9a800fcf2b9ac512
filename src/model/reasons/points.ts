/** Reasons are in score points: the score before it is rounded and limited. */
import { percentText } from "../../projects/base-rate.ts";
import { shiftPoints } from "../../risk/base-rate.ts";
import { scorePointsOf } from "../../risk/score.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";

/** Keeps the points of a probability of exactly 0 or 1 finite: -157 and 331. */
const probabilityEdge = 1e-7;

/**
 * `75 + 10 · log2(odds / 0.2)` with `odds = p / (1 − p)`, p within 1e-7 … 1 − 1e-7.
 * NaN where there is no probability.
 */
export function pointsOf(probability: number): number {
  return scorePointsOf(Math.min(Math.max(probability, probabilityEdge), 1 - probabilityEdge));
}

/** A constant added to the model's points, such as a project's own base rate. */
export interface Step {
  kind: string;
  /** As people read it. */
  title: string;
  points: number;
}

/** The steps from the points of the model to those of the decision. */
export function stepsOf(record: DecisionRecord): Step[] {
  const { projectBaseRate: project, modelBaseRate: model } = record;
  if (project === null || model === null || project === model) return [];
  const title = `Your fraud rate, ${percentText(project)} instead of ${percentText(model)}`;
  return [{ kind: "base_rate", title, points: shiftPoints(record) }];
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
