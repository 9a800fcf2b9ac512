/** Another model for tests: the default one's trees with another calibration. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Calibration, calibrate } from "../src/model/calibration.ts";
import type { Manifest } from "../src/model/manifest.ts";
import { openSession } from "../src/model/runtime.ts";

const from = resolve(import.meta.dir, "../models/default");

/**
 * Writes a bundle with this name and with golden rows of its own.
 * @param more `baseRate` undefined: the bundle states none.
 */
export async function writeOtherBundle(
  folder: string,
  version: string,
  calibration: Calibration,
  more: { baseRate?: number | undefined } = {},
): Promise<string> {
  const model = readFileSync(join(from, "model.onnx"));
  const manifest = JSON.parse(readFileSync(join(from, "manifest.json"), "utf8")) as Manifest;
  const { input, output } = manifest;
  const session = await openSession(model);
  const golden = manifest.golden.map(({ features }) => {
    const row = Float32Array.from(features, (value) => value ?? Number.NaN);
    const { data } = session.run(input.name, row, 1, output.name);
    return { features, probability: calibrate(calibration, output.kind, data[output.column]!) };
  });
  session.close();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "model.onnx"), model);
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify({ ...manifest, ...more, version, calibration, golden }),
  );
  return folder;
}
