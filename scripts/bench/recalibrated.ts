/** Variants of the default model: the same ONNX file with another calibration. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Calibration, calibrate } from "../../src/model/calibration.ts";
import type { Manifest } from "../../src/model/manifest.ts";

const source = resolve(import.meta.dir, "../../models/default");

/** Writes a bundle whose log-odds differ from the default model's by `shift`. */
export function writeRecalibrated(folder: string, version: string, shift: number): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(source, "manifest.json"), "utf8"));
  const { golden, calibration, calibrationEvidence: _, ...rest } = manifest; // Only valid for the default model.
  const { moved, answer } = shifted(calibration, shift);
  const own = {
    ...rest,
    name: "recalibrated",
    version,
    calibration: moved,
    golden: golden.map((row) => ({ ...row, probability: answer(row.probability) })),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(own));
  writeFileSync(join(folder, "model.onnx"), readFileSync(join(source, "model.onnx")));
  return folder;
}

/** A calibration shifted in log-odds, and a function that maps an earlier probability to the new one. */
function shifted(calibration: Calibration, shift: number) {
  const move = (probability: number) => {
    const odds = (probability / (1 - probability)) * Math.exp(shift);
    return odds / (1 + odds);
  };
  if (calibration.kind === "none") throw new Error("the default model has no calibration");
  if (calibration.kind === "platt") {
    // 1 / (1 + exp(a · f + b)).
    return { moved: { ...calibration, b: calibration.b - shift }, answer: move };
  }
  const moved = { ...calibration, y: calibration.y.map(move) };
  // The calibration is linear between its points, before and after the shift.
  const points = [...new Set(calibration.y)];
  const lines: Calibration = { kind: "isotonic", x: points, y: points.map(move) };
  return { moved, answer: (probability: number) => calibrate(lines, "probability", probability) };
}
