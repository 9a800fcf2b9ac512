/**
 * The same model with another calibration: logit(p') = slope · logit(p) + shift (Cox, "Two further applications of a
 * model for binary regression", Biometrika 45, 1958). A project's own base rate is the case of a shift alone:
 * `src/risk/base-rate.ts`.
 */
import { type Calibration, calibrate } from "./calibration.ts";
import type { Manifest } from "./manifest.ts";

export interface Recalibration {
  /** Above 0: the order of scores stays. */
  slope: number;
  /** Of the natural log of the odds. */
  shift: number;
}

/** @param probability 0 to 1, and both ends stay what they are. */
export function recalibrated(probability: number, { slope, shift }: Recalibration): number {
  if (probability <= 0 || probability >= 1) return probability;
  if (slope === 1 && shift === 0) return probability; // Not what rounding makes of it.
  const logit = slope * Math.log(probability / (1 - probability)) + shift;
  return 1 / (1 + Math.exp(-logit));
}

/**
 * The manifest of a bundle whose probabilities are recalibrated: its ONNX file is the same. The golden rows follow, and
 * what was evidence of the calibration before is left out.
 */
export function recalibratedManifest(
  { golden, calibration, calibrationEvidence: _, ...rest }: Manifest,
  by: Recalibration,
): Manifest {
  const { moved, answer } = movedCalibration(calibration, by);
  const rows = golden.map((row) => ({ ...row, probability: answer(row.probability) }));
  return { ...rest, calibration: moved, golden: rows };
}

/** The calibration, and what becomes of a probability that it gave. */
function movedCalibration(
  calibration: Manifest["calibration"],
  by: Recalibration,
): { moved: Manifest["calibration"]; answer: (probability: number) => number } {
  const move = (probability: number) => recalibrated(probability, by);
  const { slope, shift } = by;
  if (calibration.kind !== "isotonic") {
    // 1 / (1 + exp(a · f + b)), and the raw probability itself is that of -f.
    const { a, b } = calibration.kind === "platt" ? calibration : { a: -1, b: 0 };
    return { moved: { kind: "platt", a: slope * a, b: slope * b - shift }, answer: move };
  }
  const moved = { ...calibration, y: calibration.y.map(move) };
  // It is linear between its points, before and after.
  const points = [...new Set(calibration.y)];
  const lines: Calibration = { kind: "isotonic", x: points, y: points.map(move) };
  return { moved, answer: (probability) => calibrate(lines, "probability", probability) };
}
