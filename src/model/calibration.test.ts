import { describe, expect, test } from "bun:test";
import { type Calibration, calibrate } from "./calibration.ts";

const none: Calibration = { kind: "none" };
const platt: Calibration = { kind: "platt", a: -1, b: 0 };
const isotonic: Calibration = { kind: "isotonic", x: [0.1, 0.5, 0.9], y: [0.01, 0.2, 0.8] };

describe("none", () => {
  test("does not change a probability", () => {
    for (const p of [0, 0.25, 1]) expect(calibrate(none, "probability", p)).toBe(p);
  });
  test("applies the sigmoid to a logit", () => {
    expect(calibrate(none, "logit", 0)).toBe(0.5);
    expect(calibrate(none, "logit", Math.log(0.2))).toBeCloseTo(1 / 6, 12);
    expect(calibrate(none, "logit", 1000)).toBe(1);
    expect(calibrate(none, "logit", -1000)).toBe(0);
  });
  test("tolerates the rounding of a float32 sum", () => {
    expect(calibrate(none, "probability", 1.0000001)).toBe(1);
    expect(calibrate(none, "probability", -1e-8)).toBe(0);
  });
});

describe("platt", () => {
  test("a = -1 and b = 0 change nothing", () => {
    expect(calibrate(platt, "probability", 0.3)).toBeCloseTo(0.3, 12);
    expect(calibrate(platt, "logit", -2)).toBeCloseTo(1 / (1 + Math.exp(2)), 12);
  });
  test("shifts the log-odds by b and scales them by a", () => {
    const shifted: Calibration = { kind: "platt", a: -2, b: 1 };
    expect(calibrate(shifted, "logit", 1.5)).toBeCloseTo(1 / (1 + Math.exp(-2)), 12);
    const raw = 1 / (1 + Math.exp(-1.5));
    expect(calibrate(shifted, "probability", raw)).toBeCloseTo(1 / (1 + Math.exp(-2)), 12);
  });
  test("a raw probability of 0 or 1 is clipped, not infinite", () => {
    expect(calibrate(platt, "probability", 0)).toBeCloseTo(1e-7, 12);
    expect(calibrate(platt, "probability", 1)).toBeCloseTo(1 - 1e-7, 12);
  });
});

describe("isotonic", () => {
  const points: [raw: number, calibrated: number][] = [
    [0, 0.01],
    [0.1, 0.01],
    [0.3, 0.105],
    [0.5, 0.2],
    [0.7, 0.5],
    [0.9, 0.8],
    [1, 0.8],
  ];
  for (const [raw, calibrated] of points) {
    test(`${raw} becomes ${calibrated}`, () => {
      expect(calibrate(isotonic, "probability", raw)).toBeCloseTo(calibrated, 12);
    });
  }
  test("applies to the probability even if the model returns a logit", () => {
    expect(calibrate(isotonic, "logit", 0)).toBeCloseTo(0.2, 12);
  });
  test("one point is a constant", () => {
    const one: Calibration = { kind: "isotonic", x: [0.5], y: [0.3] };
    for (const raw of [0, 0.5, 1]) expect(calibrate(one, "probability", raw)).toBe(0.3);
  });
});

test("invalid numbers and probabilities are NaN with every calibration", () => {
  for (const calibration of [none, platt, isotonic]) {
    for (const raw of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(calibrate(calibration, "logit", raw)).toBeNaN();
      expect(calibrate(calibration, "probability", raw)).toBeNaN();
    }
    expect(calibrate(calibration, "probability", 1.5)).toBeNaN();
    expect(calibrate(calibration, "probability", -0.01)).toBeNaN();
  }
});
