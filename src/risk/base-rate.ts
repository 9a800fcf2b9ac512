/**
 * A project's own base rate. A calibrated probability holds for the fraud rate that the model was
 * calibrated to. Where a project's rate is another one, and what fraud and guests look like is the
 * same, its odds are those of the model times a constant:
 *
 *     odds(p') = odds(p) · odds(project's rate) / odds(model's rate)
 *
 * which is `logit(p') = logit(p) + logit(project's rate) − logit(model's rate)`, the correction of
 * Elkan 2001, "The Foundations of Cost-Sensitive Learning", theorem 2, and of Saerens, Latinne and
 * Decaestecker 2002, "Adjusting the Outputs of a Classifier to New a Priori Probabilities", eq. 4.
 * Computed without logarithms, so that every machine computes the same bits.
 */
import type { DecisionRecord } from "../storage/port/decisions.ts";
import { pointsPerDoubling, riskScoreOf } from "./score.ts";

/** Both are shares of fraud among booking attempts, above 0 and below 1. */
export interface BaseRates {
  /** Null: the project has none set. */
  projectBaseRate: number | null;
  /** Null: the model states none, or it is not needed. */
  modelBaseRate: number | null;
}

export const odds = (probability: number): number => probability / (1 - probability);

/** The factor by which the odds change; null where the probability stays the model's. */
function oddsFactor({ projectBaseRate, modelBaseRate }: BaseRates): number | null {
  if (projectBaseRate === null || modelBaseRate === null) return null;
  return odds(projectBaseRate) / odds(modelBaseRate);
}

/** Whether a probability is shifted, if only by nothing, since both rates are known. */
export function isShifted(rates: BaseRates): boolean {
  return oddsFactor(rates) !== null;
}

/**
 * A model's probability at the project's rate; unchanged where a rate is unknown.
 * @param probability 0 to 1, and both ends stay what they are.
 */
export function atBaseRate(probability: number, rates: BaseRates): number {
  const factor = oddsFactor(rates);
  if (factor === null || factor === 1) return probability;
  return (probability * factor) / (1 - probability + probability * factor);
}

/** What the rates add to every score, in points, neither rounded nor limited; 0 where one is unknown. */
export function shiftPoints(rates: BaseRates): number {
  return pointsPerDoubling * Math.log2(oddsFactor(rates) ?? 1);
}

/** The rates as recorded on a decision. */
export function baseRatesOf(
  project: { baseRate: number | null },
  model: { baseRate: number | null },
): BaseRates {
  const { baseRate } = project;
  return { projectBaseRate: baseRate, modelBaseRate: baseRate === null ? null : model.baseRate };
}

/** A model's own probability on the scale of all models: at the project's rate, with its score. */
export function onScale(
  modelProbability: number,
  project: { baseRate: number | null },
  model: { baseRate: number | null },
): { probability: number; riskScore: number } {
  const probability = atBaseRate(modelProbability, baseRatesOf(project, model));
  return { probability, riskScore: riskScoreOf(probability) };
}

/** The probability that the model itself gave a decision, before the project's rate. */
export function modelProbabilityOf(
  decision: Pick<DecisionRecord, "probability" | "modelProbability">,
): number {
  return decision.modelProbability ?? decision.probability;
}

/** The score that the model itself gave, which moves with the bookings and not with the rate. */
export function modelScoreOf(
  decision: Pick<DecisionRecord, "riskScore" | "modelProbability">,
): number {
  const { riskScore, modelProbability } = decision;
  return modelProbability === null ? riskScore : riskScoreOf(modelProbability);
}
