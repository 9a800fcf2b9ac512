/** How a model's raw output is mapped to a calibrated probability. */
export type Calibration =
  | { kind: "none" }
  | { kind: "platt"; a: number; b: number }
  | { kind: "isotonic"; x: readonly number[]; y: readonly number[] };

/** The kind of the model's raw output: a logit (natural log of the odds) or a probability. */
export type OutputKind = "logit" | "probability";

/** Keeps the logit of a raw probability of exactly 0 or 1 finite (about ±16.1). */
const probabilityEdge = 1e-7;

/** Float32 sums may lie slightly outside 0 to 1; beyond this the output is not a probability. */
const probabilitySlack = 1e-6;

/**
 * The calibrated probability of fraud, 0 to 1, for one raw output of a model.
 *
 * - `none`: the raw probability itself; a logit goes through the sigmoid.
 * - `platt`: `1 / (1 + exp(a * f + b))` (Platt 1999, "Probabilistic Outputs for Support Vector
 *   Machines", eq. 3; so `a` is negative where more means riskier). `f` is the logit: the raw
 *   output of a `logit` model, and the logit of the raw probability, clipped to 1e-7 … 1 - 1e-7,
 *   of a `probability` model.
 * - `isotonic`: piecewise linear from `x` to `y` on the raw probability (the sigmoid of a logit),
 *   constant beyond the first and the last point. `x` increases strictly; `x` and `y` have the same
 *   length of at least 1.
 *
 * NaN where `raw` is NaN, an infinite logit, or a "probability" outside 0 to 1; it is never guessed.
 */
export function calibrate(calibration: Calibration, kind: OutputKind, raw: number): number {
  if (!isPlausible(kind, raw)) return Number.NaN;
  if (calibration.kind === "platt") {
    const f = kind === "logit" ? raw : logit(raw);
    return 1 / (1 + Math.exp(calibration.a * f + calibration.b));
  }
  const probability = kind === "logit" ? 1 / (1 + Math.exp(-raw)) : clamp(raw, 0, 1);
  if (calibration.kind === "none") return probability;
  return interpolate(calibration.x, calibration.y, probability);
}

function isPlausible(kind: OutputKind, raw: number): boolean {
  if (kind === "logit") return Number.isFinite(raw);
  return raw >= -probabilitySlack && raw <= 1 + probabilitySlack;
}

function logit(probability: number): number {
  const inside = clamp(probability, probabilityEdge, 1 - probabilityEdge);
  return Math.log(inside / (1 - inside));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function interpolate(x: readonly number[], y: readonly number[], at: number): number {
  const last = x.length - 1;
  if (at <= (x[0] as number)) return y[0] as number;
  if (at >= (x[last] as number)) return y[last] as number;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((x[middle] as number) <= at) low = middle;
    else high = middle;
  }
  const [x0, x1] = [x[low] as number, x[high] as number];
  const [y0, y1] = [y[low] as number, y[high] as number];
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
}
