import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Calibration, calibrate } from "./calibration.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { recalibrated, recalibratedManifest } from "./recalibrate.ts";

const folder = resolve(import.meta.dir, "../../models/default");
const manifest = parseManifest(readFileSync(join(folder, "manifest.json")));

test("log-odds are moved, in order, and the ends stay", () => {
  expect(recalibrated(0.5, { slope: 1, shift: Math.log(3) })).toBeCloseTo(0.75, 12);
  expect(recalibrated(0.2, { slope: 2, shift: 0 })).toBeCloseTo(1 / 17, 12);
  for (const end of [0, 1]) expect(recalibrated(end, { slope: 0.5, shift: 3 })).toBe(end);
  const moved = [0.001, 0.01, 0.3, 0.999].map((p) => recalibrated(p, { slope: 0.7, shift: -1 }));
  expect(moved).toEqual(moved.toSorted((a, b) => a - b));
});

describe("each kind of calibration gives what the moved probability is", () => {
  const raw = [-6, -2, 0, 0.5, 4];
  const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
  const of = (calibration: Manifest["calibration"]): Manifest => ({ ...manifest, calibration });
  const by = { slope: 0.8, shift: 0.6 };

  test.each([{ kind: "none" } as const, { kind: "platt", a: -1.3, b: 0.4 } as const])(
    "%p, exactly",
    (calibration) => {
      const { calibration: moved } = recalibratedManifest(of(calibration), by);
      for (const logit of raw) {
        for (const [kind, given] of [
          ["logit", logit],
          ["probability", sigmoid(logit)],
        ] as const) {
          const before = calibrate(calibration, kind, given);
          expect(calibrate(moved, kind, given)).toBeCloseTo(recalibrated(before, by), 9);
        }
      }
    },
  );

  test("isotonic, at its points, and in between the golden rows follow", () => {
    const calibration: Calibration = { kind: "isotonic", x: [0.1, 0.5, 0.9], y: [0, 0.2, 0.6] };
    const given = of({ kind: "isotonic", x: [0.1, 0.5, 0.9], y: [0, 0.2, 0.6] });
    const golden = [0.05, 0.1, 0.3, 0.7, 0.95].map((x) => ({
      features: [],
      probability: calibrate(calibration, "probability", x),
    }));
    const after = recalibratedManifest({ ...given, golden }, by);
    expect((after.calibration as { y: number[] }).y[1]).toBeCloseTo(recalibrated(0.2, by), 12);
    for (const [i, x] of [0.05, 0.1, 0.3, 0.7, 0.95].entries()) {
      const again = calibrate(after.calibration, "probability", x);
      expect(after.golden[i]!.probability).toBeCloseTo(again, 12);
    }
  });
});

test("evidence of the calibration before is left out, all else stays", () => {
  const after = recalibratedManifest(manifest, { slope: 1, shift: 1 });
  expect(after.calibrationEvidence).toBeUndefined();
  expect(Object.keys(after).sort()).toEqual(
    Object.keys(manifest)
      .filter((name) => name !== "calibrationEvidence")
      .sort(),
  );
});

test("slope 1 and shift 0 leave every probability as it is, bit for bit", () => {
  for (let i = 0; i <= 10_000; i++) {
    expect(recalibrated(i / 10_000, { slope: 1, shift: 0 })).toBe(i / 10_000);
  }
});
