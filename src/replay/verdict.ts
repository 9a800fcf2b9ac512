/** Whether a candidate may be promoted after its replay, by stated criteria. */
import type { RiskSetting } from "../projects/risk-setting.ts";
import type { CalibratedBand } from "./calibration.ts";
import type { ReplayFigures } from "./figures.ts";

export interface Limits {
  /** A replay of fewer decisions proves nothing. */
  decisionsMin: number;
  /** How much lower average precision may be than before. */
  precisionLossMax: number;
  /** Known frauds from which average precision and calibration are assessed. */
  fraudsMin: number;
  /** How far the deny rate may move: meeting either limit is enough. */
  denyRateChangeMax: number;
  denyRateRatioMax: number;
  calibrationErrorMax: number;
  /** Maximum ratio of predicted to reported frauds, or its inverse, where it is worse than before. */
  toldRatioMax: number;
}

/** The command line's defaults. */
export const defaultLimits: Limits = {
  decisionsMin: 1,
  precisionLossMax: 0.01,
  fraudsMin: 50,
  denyRateChangeMax: 0.01,
  denyRateRatioMax: 0.3,
  calibrationErrorMax: 0.02,
  toldRatioMax: 2,
};

export interface Criterion {
  name: "decisions" | "answers" | "averagePrecision" | "denyRate" | "calibration" | "frauds";
  /** What is required. */
  demand: string;
  /** What was found. */
  found: string;
  /** Null where there is too little data to assess it. */
  passed: boolean | null;
}

export interface Verdict {
  /** Whether no criterion failed. */
  passed: boolean;
  criteria: Criterion[];
}

/** @param settings the settings in use. */
export function verdictOf(
  figures: ReplayFigures,
  settings: readonly RiskSetting[],
  limits: Limits,
): Verdict {
  const criteria = [
    decisions(figures, limits),
    answers(figures),
    averagePrecision(figures, limits),
    ...settings.map((setting) => denyRate(figures, setting, limits)),
    calibration(figures, limits),
    frauds(figures, limits),
  ];
  return { passed: criteria.every(({ passed }) => passed !== false), criteria };
}

function decisions({ decisions }: ReplayFigures, { decisionsMin }: Limits): Criterion {
  return {
    name: "decisions",
    demand: `at least ${decisionsMin} decisions replayed`,
    found: String(decisions.replayed),
    passed: decisions.replayed >= decisionsMin,
  };
}

function answers({ decisions }: ReplayFigures): Criterion {
  const { unscored, unreadable } = decisions;
  return {
    name: "answers",
    demand: "every decision is scored",
    found: `${unscored} not scored, ${unreadable} unreadable`,
    passed: unscored + unreadable === 0,
  };
}

function averagePrecision({ ranking, outcomes }: ReplayFigures, limits: Limits): Criterion {
  const { precisionLossMax, fraudsMin } = limits;
  const [before, after] = [ranking.before.averagePrecision, ranking.after.averagePrecision];
  const isAssessed = before !== null && after !== null && outcomes.fraud >= fraudsMin;
  return {
    name: "averagePrecision",
    demand: `average precision drops by at most ${precisionLossMax} (assessed from ${fraudsMin} known frauds)`,
    found: isAssessed
      ? `${before.toFixed(4)} before, ${after.toFixed(4)} after, ${outcomes.fraud} frauds`
      : `${outcomes.fraud} known frauds`,
    passed: isAssessed ? before - after <= precisionLossMax : null,
  };
}

function denyRate({ settings }: ReplayFigures, setting: RiskSetting, limits: Limits): Criterion {
  const { denyRateChangeMax, denyRateRatioMax } = limits;
  const [before, after] = [settings[setting].before.denyRate, settings[setting].after.denyRate];
  const known = before !== null && after !== null;
  const change = known ? Math.abs(after - before) : 0;
  return {
    name: "denyRate",
    demand:
      `deny rate under ${setting} changes by at most ${percent(denyRateChangeMax)} ` +
      `of all bookings or ${percent(denyRateRatioMax)} of its value`,
    found: known ? `${percent(before)} before, ${percent(after)} after` : "nothing to compare",
    passed: known ? change <= Math.max(denyRateChangeMax, denyRateRatioMax * before) : null,
  };
}

function calibration({ calibration, outcomes }: ReplayFigures, limits: Limits): Criterion {
  const { calibrationErrorMax, fraudsMin } = limits;
  const [before, after] = [calibration.before.error, calibration.after.error];
  const isAssessed = before !== null && after !== null && outcomes.fraud >= fraudsMin;
  return {
    name: "calibration",
    demand: `calibration error of at most ${percent(calibrationErrorMax)}, or no worse than before (assessed from ${fraudsMin} known frauds)`,
    found: isAssessed
      ? `${percent(before)} before, ${percent(after)} after`
      : `${outcomes.fraud} known frauds`,
    passed: isAssessed ? after <= Math.max(calibrationErrorMax, before) : null,
  };
}

/**
 * Calibration in the large: the sum of the probabilities compared with the number of frauds. Where
 * fraud is rare, the calibration error is small whatever is predicted.
 */
function frauds({ calibration, outcomes }: ReplayFigures, limits: Limits): Criterion {
  const { toldRatioMax, fraudsMin } = limits;
  const [before, after] = [
    predictedFrauds(calibration.before.bands),
    predictedFrauds(calibration.after.bands),
  ];
  const isAssessed = outcomes.fraud >= fraudsMin && calibration.after.error !== null;
  const ratio = (predicted: number) =>
    Math.max(predicted / outcomes.fraud, outcomes.fraud / predicted);
  return {
    name: "frauds",
    demand: `predicted frauds within a factor of ${toldRatioMax} of reported frauds, or no worse than before (assessed from ${fraudsMin} known frauds)`,
    found: isAssessed
      ? `${before.toFixed(0)} predicted before, ${after.toFixed(0)} after, ${outcomes.fraud} reported`
      : `${outcomes.fraud} known frauds`,
    passed: isAssessed ? ratio(after) <= Math.max(toldRatioMax, ratio(before)) : null,
  };
}

function predictedFrauds(bands: readonly CalibratedBand[]): number {
  return bands.reduce((sum, { known, told }) => sum + known * (told ?? 0), 0);
}

const percent = (part: number) => `${Number((part * 100).toFixed(2))} %`;
