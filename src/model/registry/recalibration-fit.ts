/**
 * The slope and the shift of the log-odds under which a model's probabilities fit a project's outcomes best, by
 * maximum likelihood. Of a booking whose fraud would be known by now with the probability w, a report has the
 * probability w · p: so recent bookings neither count as good nor are lost.
 */
import type { Recalibration } from "../recalibrate.ts";

export interface Outcome {
  /** The log-odds that the model gave. */
  logit: number;
  /** How likely its fraud would be reported by now, 0 to 1. */
  known: number;
  fraud: boolean;
}

export interface Fit extends Recalibration {
  /** Of the shift, where the slope is as it is; the standard error. */
  error: number;
  logLikelihood: number;
}

const iterationsMax = 50;
const precision = 1e-9;

/** @param isSlopeFitted otherwise it stays 1. @returns null where it does not converge, as without any fraud. */
export function fitRecalibration(outcomes: readonly Outcome[], isSlopeFitted: boolean): Fit | null {
  let at: Recalibration = { slope: 1, shift: 0 };
  for (let i = 0; i < iterationsMax; i++) {
    const { gradient, information } = derivatives(outcomes, at);
    const step = isSlopeFitted ? solved(information, gradient) : [gradient[0] / information[0], 0];
    const [shift, slope] = step as [number, number];
    if (!Number.isFinite(shift + slope)) return null;
    // At most so far at once: further out, the likelihood is flat.
    const scale = Math.min(1, 2 / Math.max(Math.abs(shift), Math.abs(slope)));
    at = { shift: at.shift + scale * shift, slope: at.slope + scale * slope };
    if (Math.max(Math.abs(shift), Math.abs(slope)) < precision) {
      const error = Math.sqrt(1 / information[0]);
      return { ...at, error, logLikelihood: logLikelihood(outcomes, at) };
    }
  }
  return null;
}

export function logLikelihood(outcomes: readonly Outcome[], at: Recalibration): number {
  return outcomes.reduce((sum, { logit, known, fraud }) => {
    const reported = known * sigmoid(at.slope * logit + at.shift);
    return sum + (fraud ? Math.log(reported) : Math.log1p(-reported));
  }, 0);
}

/** By shift and slope: the gradient of the log-likelihood, and Fisher's information [shift, both, slope]. */
function derivatives(outcomes: readonly Outcome[], at: Recalibration) {
  const gradient: [number, number] = [0, 0];
  const information: [number, number, number] = [0, 0, 0];
  for (const { logit, known, fraud } of outcomes) {
    const p = sigmoid(at.slope * logit + at.shift);
    const silent = 1 - known * p;
    const score = fraud ? 1 - p : (-known * p * (1 - p)) / silent;
    gradient[0] += score;
    gradient[1] += score * logit;
    const weight = (known * p * (1 - p) ** 2) / silent;
    information[0] += weight;
    information[1] += weight * logit;
    information[2] += weight * logit ** 2;
  }
  return { gradient, information };
}

function solved([a, b, d]: [number, number, number], [x, y]: [number, number]): [number, number] {
  const determinant = a * d - b * b;
  return [(d * x - b * y) / determinant, (a * y - b * x) / determinant];
}

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
