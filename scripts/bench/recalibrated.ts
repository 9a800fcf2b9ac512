/** Variants of the default model: the same ONNX file with another calibration. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Manifest } from "../../src/model/manifest.ts";
import { recalibratedManifest } from "../../src/model/recalibrate.ts";

const source = resolve(import.meta.dir, "../../models/default");

/** Writes a bundle whose log-odds differ from the default model's by `shift`. */
export function writeRecalibrated(folder: string, version: string, shift: number): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(source, "manifest.json"), "utf8"));
  const own = {
    ...recalibratedManifest(manifest, { slope: 1, shift }),
    name: "recalibrated",
    version,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(own));
  writeFileSync(join(folder, "model.onnx"), readFileSync(join(source, "model.onnx")));
  return folder;
}
