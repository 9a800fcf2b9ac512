/** Calibration: predicted probabilities compared with reported fraud, by score band. */
import { bandOf, bands } from "../../risk/score.ts";

/** Of the decisions with a known outcome, by band. */
export interface Calibration {
  known: number[];
  fraud: number[];
  /** The sum of the probabilities that the model gave. */
  told: number[];
}

export function emptyCalibration(): Calibration {
  return { known: bands.map(() => 0), fraud: bands.map(() => 0), told: bands.map(() => 0) };
}

export function addToCalibration(
  calibration: Calibration,
  { riskScore, probability, fraud }: { riskScore: number; probability: number; fraud: boolean },
): void {
  const band = bandOf(riskScore);
  calibration.known[band]! += 1;
  calibration.told[band]! += probability;
  if (fraud) calibration.fraud[band]! += 1;
}

/** In a band with fewer known outcomes, the share of fraud is an anecdote: no chart draws it. */
export const knownMin = 20;

export interface CalibratedBand {
  from: number;
  to: number;
  known: number;
  /** The mean predicted probability of fraud; null where no outcome is known. */
  told: number | null;
  /** The share that was fraud. */
  found: number | null;
}

export function calibratedBands({ known, fraud, told }: Calibration): CalibratedBand[] {
  return bands.map(([from, to], i) => {
    const count = known[i]!;
    const part = (sum: number) => (count === 0 ? null : sum / count);
    return { from, to, known: count, told: part(told[i]!), found: part(fraud[i]!) };
  });
}

/**
 * The expected calibration error: Σ (nᵦ / n) · |foundᵦ − toldᵦ| over the bands (Naeini, Cooper,
 * Hauskrecht, AAAI 2015). Null where no outcome is known.
 */
export function calibrationError({ known, fraud, told }: Calibration): number | null {
  const all = known.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  return fraud.reduce((sum, found, i) => sum + Math.abs(found - told[i]!), 0) / all;
}
