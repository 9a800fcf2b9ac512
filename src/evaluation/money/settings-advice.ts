/** Which risk setting would earn the most, as far as the evidence carries it. */
import { normalQuantile } from "../../base/confidence-interval.ts";
import { type RiskSetting, riskSettings } from "../../projects/risk-setting.ts";
import { addAmounts, noAmounts } from "../../risk/outcomes/amounts.ts";
import { denyFrom } from "../../risk/score.ts";
import { type BandRate, bandRate } from "./band-rate.ts";
import { gainAt, type Interval } from "./gain.ts";
import { breakEvenRate, type Prices, type Valued } from "./prices.ts";
import type { ScoreEvidence } from "./score-evidence.ts";

/** The bookings that one of two neighbouring settings denies and the other allows. */
export interface ComparedBand {
  /** First and last score. */
  scores: readonly [number, number];
  /** The setting that denies them, and the next one, which allows them. */
  stricter: RiskSetting;
  looser: RiskSetting;
  rate: BandRate | null;
  /** The rate from which denying them pays; null where it never does, or always. */
  breakEven: number | null;
  /** What denying them earns in the period, in the currency; negative where it costs. */
  gain: Interval;
}

export interface Advice {
  /**
   * `change`: to `setting`, which certainly earns more. `keep`: every other setting certainly earns
   * less. `open`: the evidence does not tell the settings apart.
   */
  kind: "change" | "keep" | "open";
  /** The advised one; the current one where nothing is shown to be better. */
  setting: RiskSetting;
  /** How much more than the current setting each earns in the period. */
  differences: Record<RiskSetting, Interval>;
  /** How much less the advised one may earn than the best: 0 where it certainly is the best. */
  shortfall: number;
  /** The rate of fraud from which denying bookings like all of these pays; null where it never does, or always. */
  breakEven: number | null;
  bands: ComparedBand[];
  /** What would settle an open question; empty where it is settled. */
  missing: MissingEvidence[];
}

/** More outcomes among the bookings of a band. */
export interface MissingEvidence {
  scores: readonly [number, number];
  /**
   * How many times as many bookings as now would tell, if the rate stays as it is. `trial`: no
   * number would, since these bookings are denied; a control group, or a looser setting for some time, would.
   */
  times: number | "trial";
  /**
   * Of a trial: how many bookings with these scores a control group has to let through until their outcomes tell,
   * if the rate is as it is estimated; null: more than 10,000.
   */
  letThrough?: number | null;
}

/** In order of the first score that each denies. */
const ordered: readonly RiskSetting[] = [...riskSettings].sort((a, b) => denyFrom[a] - denyFrom[b]);

/** Two neighbouring pairs are compared at 97.5 % each, so all at 95 % (Bonferroni). */
const z = normalQuantile[0.975];

/**
 * Settings differ in the bookings between their scores alone, so those decide: denying one with
 * fraud saves its loss, and denying a good one costs its margin and the guest's later bookings. What
 * a booking is worth is in src/evaluation/money/prices.ts, and what silence means in src/risk/outcomes/reporting-delay.ts.
 */
export function adviseSetting(
  evidence: ScoreEvidence,
  prices: Prices,
  current: RiskSetting,
): Advice {
  const bands = ordered.slice(0, -1).map((stricter, i) => {
    return comparedBand(evidence, prices, { stricter, looser: ordered[i + 1]! });
  });
  const differences = Object.fromEntries(
    ordered.map((setting) => [setting, differenceOf(bands, current, setting)]),
  ) as Advice["differences"];
  const better = ordered
    .filter((setting) => differences[setting].low > 0)
    .sort((a, b) => differences[b].estimate - differences[a].estimate);
  const setting = better[0] ?? current;
  const others = ordered.filter((other) => other !== setting);
  const shortfall = Math.max(0, ...others.map((other) => differenceOf(bands, setting, other).high));
  const isKept = ordered.every((one) => one === current || differences[one].high <= 0);
  const kind = better.length > 0 ? "change" : isKept ? "keep" : "open";
  const breakEven = breakEvenRate(bookingsIn(evidence, 0, 100), prices);
  const missing = shortfall === 0 ? [] : bands.flatMap(missingFor);
  return { kind, setting, differences, shortfall, breakEven, bands, missing };
}

/** @param to the first score that is not one of them. */
function bookingsIn(evidence: ScoreEvidence, from: number, to: number): Valued {
  const bookings = { count: 0, amounts: noAmounts() };
  for (let score = from; score < to; score++) {
    bookings.count += evidence.decisions[score]!;
    addAmounts(bookings.amounts, evidence.amounts[score]!);
  }
  return bookings;
}

function comparedBand(
  evidence: ScoreEvidence,
  prices: Prices,
  pair: { stricter: RiskSetting; looser: RiskSetting },
): ComparedBand {
  const [from, to] = [denyFrom[pair.stricter], denyFrom[pair.looser]];
  const rate = bandRate(evidence, { from, to }, { prices, z });
  const bookings = bookingsIn(evidence, from, to);
  const gain = (share: number) => gainAt(share, bookings, prices);
  return {
    ...pair,
    scores: [from, to - 1],
    rate,
    breakEven: breakEvenRate(bookings, prices),
    gain: {
      estimate: gain(rate?.rate ?? 0),
      low: gain(rate?.low ?? 0),
      high: gain(rate?.high ?? 1),
    },
  };
}

/** How much more `to` earns than `from`: the bands between them, denied or allowed. */
function differenceOf(
  bands: readonly ComparedBand[],
  from: RiskSetting,
  to: RiskSetting,
): Interval {
  const [first, last] = [ordered.indexOf(to), ordered.indexOf(from)];
  const between = bands.slice(Math.min(first, last), Math.max(first, last));
  const sum = { estimate: 0, low: 0, high: 0 };
  for (const { gain } of between) {
    const isDenied = first < last;
    sum.estimate += isDenied ? gain.estimate : -gain.estimate;
    sum.low += isDenied ? gain.low : -gain.high;
    sum.high += isDenied ? gain.high : -gain.low;
  }
  return sum;
}

/** More than this is no advice to wait for. */
const timesMax = 100;

function missingFor({ rate, gain, scores, breakEven }: ComparedBand): MissingEvidence[] {
  if (gain.low >= 0 || gain.high <= 0 || breakEven === null) return [];
  if (rate && rate.basis !== "observed") {
    return [{ scores, times: "trial", letThrough: controlNeeded(rate.rate, breakEven) }];
  }
  if (!rate || rate.exposure === 0) return [{ scores, times: timesMax }];
  const error = Math.abs(rate.rate - breakEven);
  const exposure = (z * z * Math.max(rate.rate, breakEven / 4)) / (error * error);
  const times = Math.ceil(exposure / rate.exposure);
  return [{ scores, times: Math.min(timesMax, Math.max(2, times)) }];
}

/** More are no group that anybody waits for. */
const letThroughMax = 10_000;

/** Outcomes until the interval of a share leaves out the break-even; at least those that a normal interval takes. */
function controlNeeded(rate: number, breakEven: number): number | null {
  const error = rate - breakEven;
  const needed = Math.ceil((z * z * rate * (1 - rate)) / (error * error));
  return needed <= letThroughMax ? Math.max(letThroughMin, needed) : null;
}

/** Five of either kind at a rate of one in six, which is that of the score 75. */
const letThroughMin = 30;
