/** Whether a candidate may be promoted on what its replay showed: stated criteria, no judgement. */
import type { RiskSetting } from "../projects/risk-setting.ts";
import type { CalibratedBand } from "./calibration.ts";
import type { ReplayFigures } from "./figures.ts";

export interface Limits {
  /** Fewer decisions than this show nothing. */
  decisionsMin: number;
  /** How much lower average precision may be than before. */
  precisionLossMax: number;
  /** Average precision and calibration are judged from so many known frauds on. */
  fraudsMin: number;
  /** How far the part of denied bookings may move: either of the two is enough. */
  denyRateChangeMax: number;
  denyRateRatioMax: number;
  calibrationErrorMax: number;
  /** How many times more or fewer frauds may be told than found, where that is worse than before. */
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
  /** What has to hold. */
  demand: string;
  /** What was found. */
  found: string;
  /** Null where there is too little to judge it by. */
  passed: boolean | null;
}

export interface Verdict {
  /** Whether no criterion failed. */
  passed: boolean;
  criteria: Criterion[];
}

/** @param settings that are in use. */
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
    demand: `at least ${decisionsMin} decisions are replayed`,
    found: String(decisions.replayed),
    passed: decisions.replayed >= decisionsMin,
  };
}

function answers({ decisions }: ReplayFigures): Criterion {
  const { unscored, unreadable } = decisions;
  return {
    name: "answers",
    demand: "every decision gets a probability",
    found: `${unscored} without one, ${unreadable} that cannot be read`,
    passed: unscored + unreadable === 0,
  };
}

function averagePrecision({ ranking, outcomes }: ReplayFigures, limits: Limits): Criterion {
  const { precisionLossMax, fraudsMin } = limits;
  const [before, after] = [ranking.before.averagePrecision, ranking.after.averagePrecision];
  const judged = before !== null && after !== null && outcomes.fraud >= fraudsMin;
  return {
    name: "averagePrecision",
    demand: `average precision falls by at most ${precisionLossMax}, from ${fraudsMin} known frauds on`,
    found: judged
      ? `${before.toFixed(4)} before, ${after.toFixed(4)} after, ${outcomes.fraud} frauds`
      : `${outcomes.fraud} frauds are known`,
    passed: judged ? before - after <= precisionLossMax : null,
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
      `under ${setting}, the part that is denied moves by at most ${percent(denyRateChangeMax)} ` +
      `of all bookings or ${percent(denyRateRatioMax)} of itself`,
    found: known ? `${percent(before)} before, ${percent(after)} after` : "nothing is compared",
    passed: known ? change <= Math.max(denyRateChangeMax, denyRateRatioMax * before) : null,
  };
}

function calibration({ calibration, outcomes }: ReplayFigures, limits: Limits): Criterion {
  const { calibrationErrorMax, fraudsMin } = limits;
  const [before, after] = [calibration.before.error, calibration.after.error];
  const judged = before !== null && after !== null && outcomes.fraud >= fraudsMin;
  return {
    name: "calibration",
    demand: `told and found differ by at most ${percent(calibrationErrorMax)} on average, or by no more than before, from ${fraudsMin} known frauds on`,
    found: judged
      ? `${percent(before)} before, ${percent(after)} after`
      : `${outcomes.fraud} frauds are known`,
    passed: judged ? after <= Math.max(calibrationErrorMax, before) : null,
  };
}

/**
 * Calibration in the large: the sum of the probabilities beside the frauds. Where fraud is rare the
 * calibration error is small whatever is told.
 */
function frauds({ calibration, outcomes }: ReplayFigures, limits: Limits): Criterion {
  const { toldRatioMax, fraudsMin } = limits;
  const [before, after] = [toldOf(calibration.before.bands), toldOf(calibration.after.bands)];
  const judged = outcomes.fraud >= fraudsMin && calibration.after.error !== null;
  const off = (told: number) => Math.max(told / outcomes.fraud, outcomes.fraud / told);
  return {
    name: "frauds",
    demand: `at most ${toldRatioMax} times more or fewer frauds are told than found, or no worse than before, from ${fraudsMin} known frauds on`,
    found: judged
      ? `${before.toFixed(0)} told before, ${after.toFixed(0)} after, ${outcomes.fraud} found`
      : `${outcomes.fraud} frauds are known`,
    passed: judged ? off(after) <= Math.max(toldRatioMax, off(before)) : null,
  };
}

function toldOf(bands: readonly CalibratedBand[]): number {
  return bands.reduce((sum, { known, told }) => sum + known * (told ?? 0), 0);
}

const percent = (part: number) => `${Number((part * 100).toFixed(2))} %`;
