/** Other models than the default one, made of it: the same file, calibrated anew. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const source = resolve(import.meta.dir, "../../models/default");

/** Writes a bundle whose every answer lies so far, in logits, from the default model's. */
export function writeRecalibrated(folder: string, version: string, shift: number): string {
  const manifest = JSON.parse(readFileSync(join(source, "manifest.json"), "utf8"));
  manifest.name = "recalibrated";
  manifest.version = version;
  manifest.calibration.b -= shift; // Platt's: 1 / (1 + exp(a · f + b)).
  manifest.calibrationEvidence = undefined; // It is the default model's.
  for (const row of manifest.golden) {
    const odds = (row.probability / (1 - row.probability)) * Math.exp(shift);
    row.probability = odds / (1 + odds);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "model.onnx"), readFileSync(join(source, "model.onnx")));
  return folder;
}
