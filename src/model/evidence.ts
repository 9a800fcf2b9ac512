/** Whether a model is calibrated, judged by the bundle's own evidence. */
import { normalQuantile, wilsonInterval } from "../base/confidence-interval.ts";
import { BundleRefused } from "./bundle-refused.ts";
import type { Evidence } from "./manifest.ts";

export interface Bin {
  /** The mean predicted probability, and the observed share of fraud. */
  probability: number;
  observed: number;
  attempts: number;
  frauds: number;
  /** The difference between observed and predicted odds in score points; positive: more fraud. */
  pointsOff: number;
  /** The part of that difference that chance does not explain; 0 where it explains all. */
  pointsBeyondChance: number;
}

/** The evidence by bins. */
export interface Weighed {
  kind: "bins" | "scores";
  from: string | null;
  all: Bin;
  bins: Bin[];
}

/** Ten points double the odds: beyond chance, no bin may be more than twice or half as risky. */
const binPointsMax = 10;
/** The limit for all attempts together, odds of 1.4 times: half a risk level. */
const allPointsMax = 5;
/** With fewer frauds, the evidence shows nothing. */
const fraudsMin = 30;
/** Of 1,000 calibrated bundles with ten bins, only a few would be refused. */
const zScore = normalQuantile[0.999];
const scoreBins = 10;

/**
 * @returns the evidence by bins, with warnings about its limits.
 * @throws BundleRefused where it shows beyond chance that the model is not calibrated.
 */
export function weigh(evidence: Evidence): { weighed: Weighed; warnings: string[] } {
  const parts = evidence.bins ?? binned(evidence.scores ?? []);
  const bins = parts.map(binOf);
  const all = binOf({
    attempts: sum(parts, ({ attempts }) => attempts),
    frauds: sum(parts, ({ frauds }) => frauds),
    probability:
      sum(parts, ({ attempts, probability }) => attempts * probability) /
      sum(parts, ({ attempts }) => attempts),
  });
  const bad = bins.find((bin) => bin.pointsBeyondChance > binPointsMax);
  if (all.pointsBeyondChance > allPointsMax) throw notCalibrated("all its attempts", all);
  if (bad) throw notCalibrated(`the bin of ${percent(bad.probability)}`, bad);
  const warnings: string[] = [];
  if (all.frauds < fraudsMin) {
    warnings.push(
      `the calibration evidence has ${all.frauds} frauds, too few to show anything; ` +
        `give at least ${fraudsMin}`,
    );
  }
  if (bins.length < 5) {
    warnings.push(
      `the calibration evidence has ${bins.length} bins, which hides what is inside them; give 10`,
    );
  }
  const kind = evidence.bins ? "bins" : "scores";
  return { weighed: { kind, from: evidence.from ?? null, all, bins }, warnings };
}

type Part = { probability: number; attempts: number; frauds: number };

/** Ten bins of equal size, in order of probability. */
function binned(scores: readonly { probability: number; fraud: boolean }[]): Part[] {
  const ordered = scores.toSorted((a, b) => a.probability - b.probability);
  const parts: Part[] = [];
  for (let i = 0; i < scoreBins; i++) {
    const from = Math.floor((i * ordered.length) / scoreBins);
    const part = ordered.slice(from, Math.floor(((i + 1) * ordered.length) / scoreBins));
    if (part.length === 0) continue;
    parts.push({
      probability: sum(part, ({ probability }) => probability) / part.length,
      attempts: part.length,
      frauds: sum(part, ({ fraud }) => Number(fraud)),
    });
  }
  return parts;
}

function binOf({ probability, attempts, frauds }: Part): Bin {
  const observed = frauds / attempts;
  const predicted = points(probability);
  const [low, high] = wilsonInterval(observed, attempts, zScore);
  const beyond = Math.max(0, points(low) - predicted, predicted - points(high));
  return {
    probability,
    observed,
    attempts,
    frauds,
    pointsOff: points(observed) - predicted,
    pointsBeyondChance: beyond,
  };
}

/** The odds in score points, up to a constant; finite at 0 and 1. */
function points(probability: number): number {
  const inside = Math.min(Math.max(probability, 1e-6), 1 - 1e-6);
  return 10 * Math.log2(inside / (1 - inside));
}

function notCalibrated(where: string, { probability, observed, attempts }: Bin): BundleRefused {
  return new BundleRefused(
    `the model is not calibrated: by its own evidence ${where} were ` +
      `${percent(observed)} fraud (of ${Math.round(attempts)}), it says ${percent(probability)}; ` +
      "fit its calibration on attempts that it did not learn from",
  );
}

function percent(part: number): string {
  return `${(part * 100).toPrecision(3)} %`;
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}
