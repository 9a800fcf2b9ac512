/**
 * The rate of fraud among the bookings of some scores, weighted by what is at stake, also where none of them
 * has an outcome.
 */
import { type Evidence, fraudRate, type Rate, sumOf } from "../../risk/outcomes/fraud-rate.ts";
import { denyFrom } from "../../risk/score.ts";
import { type EvidenceByStake, evidenceByStake } from "./gain.ts";
import type { Prices } from "./prices.ts";
import type { ScoreEvidence } from "./score-evidence.ts";

export interface BandRate extends Rate {
  /**
   * `observed`: counted on bookings that were allowed. `extrapolated`: they were denied, so they
   * have no outcomes; their rate follows from that of lower scores. `controlled`: they were denied, and counted on
   * those that the control group let through.
   */
  basis: "observed" | "extrapolated" | "controlled";
  /** All decisions with these scores, those that can have an outcome, and their evidence. */
  decisions: number;
  observed: number;
  evidence: Evidence;
  /** How many equally valued decisions would tell as much as the observed ones. */
  exposure: number;
}

export interface Band {
  /** Scores; `to` is not included. */
  from: number;
  to: number;
}

/** With a smaller share of allowed bookings, those say too little about the denied ones. */
const observedMin = 0.2;

/** How a rate is told from evidence. */
export interface Weighing {
  /** What is at stake with each booking. */
  prices: Prices;
  /** The standard normal quantile of the interval. */
  z: number;
}

/** @returns null without any evidence. */
export function bandRate(all: ScoreEvidence, band: Band, weighing: Weighing): BandRate | null {
  const [decisions, observed] = [countIn(all.decisions, band), countIn(all.observed, band)];
  const evidence = sumOf(all.evidence.slice(band.from, band.to));
  const [byStake] = evidenceByStake([evidence], weighing.prices);
  const found = { decisions, observed, evidence, exposure: byStake!.exposure };
  const basis = observed >= observedMin * decisions ? "observed" : "extrapolated";
  if (basis === "observed") {
    const rate = fraudRate(byStake!, weighing.z);
    return rate && { ...rate, ...found, basis };
  }
  const extrapolated = extrapolatedRate(all, band, weighing);
  const controlled = controlledRate(all, { band, weighing }, extrapolated);
  const isNarrower = controlled !== null && widthOf(controlled) < widthOf(extrapolated);
  const rate = isNarrower ? controlled : extrapolated;
  return rate && { ...rate, ...found, basis: isNarrower ? "controlled" : basis };
}

const widthOf = (rate: Rate | null) => (rate ? rate.high - rate.low : 1);

/**
 * The control group is a random sample of those that could be drawn. Of the others nothing is known: their part of
 * the band keeps the extrapolated rate, or any from 0 to 1 (C. F. Manski, "Nonparametric bounds on treatment effects",
 * American Economic Review 80, 1990).
 */
function controlledRate(
  { control }: ScoreEvidence,
  { band, weighing: { prices, z } }: { band: Band; weighing: Weighing },
  extrapolated: Rate | null,
): Rate | null {
  if (!control) return null;
  const sum = sumOf(control.evidence.slice(band.from, band.to));
  const sampled = fraudRate(evidenceByStake([sum], prices)[0]!, z);
  if (!sampled) return null;
  const [drawn, excluded] = [countIn(control.drawn, band), countIn(control.excluded, band)];
  const part = drawn / (drawn + excluded);
  const others = extrapolated ?? { rate: sampled.rate, low: 0, high: 1 };
  const mixed = (of: keyof Rate) => part * sampled[of] + (1 - part) * others[of];
  return { rate: mixed("rate"), low: mixed("low"), high: mixed("high") };
}

function countIn(counts: readonly number[], { from, to }: Band): number {
  return counts.slice(from, to).reduce((total, count) => total + count, 0);
}

/** Points below the first denied score on which the extrapolation rests: odds of 1 to 16. */
const basisPoints = 40;
/** How far the steepness of odds by score is off that of the scale, before any evidence. */
const slopeError = 0.3;
/** How far their level is: one to the 20. */
const levelError = 3;
/** Natural log-odds of a point: ten double the odds. */
const pointLogOdds = Math.LN2 / 10;
const settingScores = Object.values(denyFrom).sort((a, b) => a - b);

/**
 * A logistic regression of fraud on the score (Platt 1999), with normal priors at the score's own
 * scale, on the allowed scores below. The interval is widened by what no data can show: that denied
 * bookings behave as if their scores were 10 points higher or lower, and 20 points where they are a
 * setting further away.
 */
function extrapolatedRate(all: ScoreEvidence, band: Band, { prices, z }: Weighing): Rate | null {
  const first = firstDenied(all);
  const scores = all.evidence.flatMap(({ exposure }, score) => {
    const isUsed = score >= Math.max(1, first - basisPoints) && score < first;
    return isUsed && exposure > 0 ? [score] : [];
  });
  if (scores.length === 0) return null;
  const byStake = evidenceByStake(
    scores.map((score) => all.evidence[score]!),
    prices,
  );
  const fit = fitLogistic(byStake.map((one, i) => ({ x: logOdds(scores[i]!), ...one })));
  const middle = logOdds(middleOf(all, band));
  const total = (of: keyof EvidenceByStake) => byStake.reduce((sum, one) => sum + one[of], 0);
  const [frauds, exposure] = [total("frauds"), total("exposure")];
  const delayed = exposure > 0 ? total("exposureError") / exposure : 0;
  const estimate = fit.level + fit.slope * middle;
  const x = middle;
  const variance = fit.levelVariance + 2 * x * fit.covariance + x * x * fit.slopeVariance;
  const settings = settingScores.filter((score) => score >= first && score < band.to).length;
  const unknown = 10 * pointLogOdds * Math.max(1, settings);
  const away =
    frauds === 0 ? Number.POSITIVE_INFINITY : z * Math.hypot(Math.sqrt(variance), delayed);
  const rateAt = (at: number) => 1 / (1 + Math.exp(-at));
  return {
    rate: rateAt(estimate),
    low: rateAt(estimate - away - unknown),
    high: rateAt(estimate + away + unknown),
  };
}

/** The lowest of the settings' scores from which bookings have no outcome; 100 if there is none. */
export function firstDenied({ decisions, observed }: ScoreEvidence): number {
  const isDenied = (band: Band) => countIn(observed, band) < observedMin * countIn(decisions, band);
  const found = settingScores.find((from, i) =>
    isDenied({ from, to: settingScores[i + 1] ?? 100 }),
  );
  return found ?? 100;
}

/** On the scale of the score, with 75 at 0: the prior's level is there. */
function logOdds(score: number): number {
  return (score - 75) * pointLogOdds;
}

function middleOf({ decisions }: ScoreEvidence, { from, to }: Band): number {
  let [count, sum] = [0, 0];
  for (let score = from; score < to; score++) {
    count += decisions[score]!;
    sum += decisions[score]! * score;
  }
  return count === 0 ? (from + to - 1) / 2 : sum / count;
}

interface Fit {
  /** Log-odds at x = 0, and their rise with x. */
  level: number;
  slope: number;
  levelVariance: number;
  slopeVariance: number;
  covariance: number;
}

/** Newton's method on the penalised likelihood; two parameters, so a few steps suffice. */
function fitLogistic(rows: readonly { x: number; frauds: number; exposure: number }[]): Fit {
  const priorLevel = Math.log(0.2);
  let [level, slope] = [priorLevel, 1];
  let [aa, ab, bb] = [0, 0, 0];
  for (let step = 0; step < 50; step++) {
    let ga = (priorLevel - level) / levelError ** 2;
    let gb = (1 - slope) / slopeError ** 2;
    [aa, ab, bb] = [1 / levelError ** 2, 0, 1 / slopeError ** 2];
    for (const { x, frauds, exposure } of rows) {
      const rate = 1 / (1 + Math.exp(-(level + slope * x)));
      const weight = Math.max(exposure, frauds) * rate * (1 - rate);
      const residual = frauds - Math.max(exposure, frauds) * rate;
      ga += residual;
      gb += residual * x;
      aa += weight;
      ab += weight * x;
      bb += weight * x * x;
    }
    const determinant = aa * bb - ab * ab;
    const [da, db] = [(bb * ga - ab * gb) / determinant, (aa * gb - ab * ga) / determinant];
    const shorter = Math.min(1, 2 / Math.max(Math.abs(da), Math.abs(db), 1e-9));
    level += da * shorter;
    slope += db * shorter;
    if (Math.abs(da) + Math.abs(db) < 1e-9) break;
  }
  const determinant = aa * bb - ab * ab;
  return {
    level,
    slope,
    levelVariance: bb / determinant,
    slopeVariance: aa / determinant,
    covariance: -ab / determinant,
  };
}
