/** Whether a model's probabilities hold what they say, on the bundle's own evidence. */
import { BundleRefused } from "./bundle-refused.ts";
import type { Evidence } from "./manifest.ts";

export interface Bin {
  /** The mean of the probabilities that the model gave, and the part that was fraud. */
  probability: number;
  observed: number;
  attempts: number;
  frauds: number;
  /** How far the observed odds lie from the predicted, in points of the score; above 0 is more. */
  pointsOff: number;
  /** How much of that chance does not explain, 0 where it may explain all. */
  pointsBeyondChance: number;
}

/** What the evidence says. */
export interface Weighed {
  kind: "bins" | "scores";
  from: string | null;
  all: Bin;
  bins: Bin[];
}

/** Ten points double the odds. Beyond chance, no bin may be twice as risky as it says, or half. */
const BIN_POINTS_MAX = 10;
/** All together: odds of 1.4 times. Half a level, and merchants would notice. */
const ALL_POINTS_MAX = 5;
/** Fewer frauds show nothing. */
const FRAUDS_MIN = 30;
/** Of 1,000 honest bundles with ten bins, a handful would be wronged. */
const Z = 3.29;
const SCORES_BINS = 10;

/**
 * @returns the evidence by bins, and what it leaves open.
 * @throws BundleRefused where it shows, beyond chance, that the model is not calibrated.
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
  const bad = bins.find((bin) => bin.pointsBeyondChance > BIN_POINTS_MAX);
  if (all.pointsBeyondChance > ALL_POINTS_MAX) throw notCalibrated("all its attempts", all);
  if (bad) throw notCalibrated(`the bin of ${percent(bad.probability)}`, bad);
  const warnings: string[] = [];
  if (all.frauds < FRAUDS_MIN) {
    warnings.push(
      `the calibration evidence has ${all.frauds} frauds, too few to show anything; ` +
        `give at least ${FRAUDS_MIN}`,
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

/** Ten parts of one size, in order of probability. */
function binned(scores: readonly { probability: number; fraud: boolean }[]): Part[] {
  const ordered = scores.toSorted((a, b) => a.probability - b.probability);
  const parts: Part[] = [];
  for (let i = 0; i < SCORES_BINS; i++) {
    const from = Math.floor((i * ordered.length) / SCORES_BINS);
    const part = ordered.slice(from, Math.floor(((i + 1) * ordered.length) / SCORES_BINS));
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
  const said = points(probability);
  const [low, high] = wilson(observed, attempts);
  const beyond = Math.max(0, points(low) - said, said - points(high));
  return {
    probability,
    observed,
    attempts,
    frauds,
    pointsOff: points(observed) - said,
    pointsBeyondChance: beyond,
  };
}

/** Points of the score for odds, up to a constant; held finite at 0 and 1. */
function points(probability: number): number {
  const inside = Math.min(Math.max(probability, 1e-6), 1 - 1e-6);
  return 10 * Math.log2(inside / (1 - inside));
}

/** Wilson (1927): the interval that holds the true part with a certainty of 0.999. */
function wilson(part: number, of: number): [number, number] {
  const middle = part + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((part * (1 - part)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return [(middle - half) / scale, (middle + half) / scale];
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
