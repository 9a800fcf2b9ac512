/** Whether a candidate may be promoted after its replay, by stated criteria. */
import { dayMs } from "../../base/durations.ts";
import type { RiskSetting } from "../../projects/risk-setting.ts";
import { allowedDenyRateChange } from "../../risk/deny-rate.ts";
import type { CalibratedBand } from "./calibration.ts";
import type { ReplayFigures } from "./figures.ts";
import type { Limits } from "./limits.ts";
import { segmentTitles } from "./segment.ts";
import { segmentDecisionsMin } from "./segments.ts";

type CriterionName =
  | "decisions"
  | "knownFrauds"
  | "recency"
  | "span"
  | "answers"
  | "recall"
  | "averagePrecision"
  | "denyRate"
  | "newlyAllowed"
  | "withoutTelemetry"
  | "parts"
  | "calibration"
  | "frauds";

export interface Criterion {
  name: CriterionName;
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

/** @param input `settings`: those in use; `asOf`: when the replay began, Unix ms. */
export function verdictOf(
  figures: ReplayFigures,
  input: { settings: readonly RiskSetting[]; limits: Limits; asOf: number },
): Verdict {
  const { settings, limits, asOf } = input;
  const criteria = [
    decisions(figures, limits),
    knownFrauds(figures, limits),
    recency(figures, limits, asOf),
    span(figures, limits),
    answers(figures),
    averagePrecision(figures, limits),
    ...settings.flatMap((setting) => [
      recall(figures, setting, limits),
      denyRate(figures, setting, limits),
      newlyAllowed(figures, setting, limits),
      withoutTelemetry(figures, setting, limits),
      parts(figures, setting, limits),
    ]),
    calibration(figures, limits),
    frauds(figures, limits),
  ];
  return { passed: criteria.every(({ passed }) => passed !== false), criteria };
}

function decisions({ decisions }: ReplayFigures, { decisionsMin }: Limits): Criterion {
  return {
    name: "decisions",
    demand: `at least ${whole(Math.max(1, decisionsMin))} decisions replayed`,
    found: whole(decisions.replayed),
    passed: decisions.replayed >= Math.max(1, decisionsMin),
  };
}

function knownFrauds({ outcomes }: ReplayFigures, { fraudsMin }: Limits): Criterion {
  return {
    name: "knownFrauds",
    demand: `at least ${whole(fraudsMin)} known frauds among them`,
    found: whole(outcomes.fraud),
    passed: outcomes.fraud >= fraudsMin,
  };
}

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

function recency({ decisions }: ReplayFigures, { ageDaysMax }: Limits, asOf: number): Criterion {
  const age = decisions.last === null ? null : (asOf - Date.parse(decisions.last)) / dayMs;
  return {
    name: "recency",
    demand: `the newest decision is at most ${ageDaysMax} days old`,
    found: age === null ? "no decision" : days(Math.max(0, Math.floor(age))),
    passed: age !== null && age <= ageDaysMax,
  };
}

function span({ decisions, weekdays }: ReplayFigures, { spanDaysMin }: Limits): Criterion {
  const { first, last } = decisions;
  const length = first && last ? (Date.parse(last) - Date.parse(first)) / dayMs : 0;
  const used = weekdays.filter((count) => count > 0).length;
  return {
    name: "span",
    demand: `they span at least ${spanDaysMin} days${spanDaysMin >= 7 ? ", and every weekday" : ""}`,
    found: `${days(Math.floor(length))}, ${used} of 7 weekdays`,
    passed: length >= spanDaysMin && (spanDaysMin < 7 || used === 7),
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

function recall({ settings }: ReplayFigures, setting: RiskSetting, limits: Limits): Criterion {
  const { recallLossMax, fraudsMin } = limits;
  const [before, after] = [settings[setting].before.recall, settings[setting].after.recall];
  const isAssessed = before.share !== null && after.share !== null && after.of >= fraudsMin;
  return {
    name: "recall",
    demand: `share of known frauds denied under ${setting} drops by at most ${percent(recallLossMax)} (assessed from ${fraudsMin} known frauds)`,
    found: isAssessed
      ? `${percent(before.share!)} before, ${percent(after.share!)} after, ${after.of} frauds`
      : `${after.of} known frauds`,
    passed: isAssessed ? before.share! - after.share! <= recallLossMax : null,
  };
}

/** Only more denials count: guests who block the script are refused for nothing that they did. */
function withoutTelemetry(
  { withoutTelemetry: { decisions, denyRate } }: ReplayFigures,
  setting: RiskSetting,
  limits: Limits,
): Criterion {
  const { denyRateChangeMax, denyRateRatioMax } = limits;
  const { before, after } = denyRate[setting];
  const known = before !== null && after !== null;
  return {
    name: "withoutTelemetry",
    demand:
      `without telemetry, ${setting} denies at most ${percent(denyRateChangeMax)} of all bookings ` +
      `or ${percent(denyRateRatioMax)} more than the active model`,
    found: known
      ? `${percent(before)} by the active model, ${percent(after)} by this one, ${whole(decisions)} scored`
      : "the active model cannot be run",
    passed: known ? after - before <= allowedDenyRateChange(before, limits) : null,
  };
}

/** A model may deny hardly more in all, and everybody of one country, or who stays for two weeks. */
function parts(
  { newlyDenied, judgedParts }: ReplayFigures,
  setting: RiskSetting,
  limits: Limits,
): Criterion {
  const { partDenyChangeMax, denyRateRatioMax } = limits;
  const found = newlyDenied[setting].find(
    ({ low, before }) => low > Math.max(partDenyChangeMax, denyRateRatioMax * before),
  );
  return {
    name: "parts",
    demand:
      `of no part of the bookings, ${setting} denies ${percent(partDenyChangeMax)} ` +
      `or ${percent(denyRateRatioMax)} of its share more, beyond chance and without known frauds`,
    found: found
      ? `${segmentTitles[found.kind]}, ${found.name}: ${percent(found.before)} before, ` +
        `${percent(found.change)} more, ${whole(found.decisions)} decisions`
      : `none of ${whole(judgedParts[setting].reduce((sum, { judged }) => sum + judged, 0))}`,
    passed: found === undefined,
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
    passed: known ? change <= allowedDenyRateChange(before, limits) : null,
  };
}

/**
 * Of what was denied, hardly any outcome is known: a model that lets it through, and denies as many others, loses no known
 * fraud and changes no deny rate. The others are judged by recall, or are genuine guests.
 */
function newlyAllowed(
  { settings }: ReplayFigures,
  setting: RiskSetting,
  { newlyAllowedMax }: Limits,
): Criterion {
  const { before, flips } = settings[setting];
  const denied = before.denied - before.precision.of;
  const { count, fraud, legitimate } = flips.toAllow;
  const allowed = count - fraud - legitimate;
  const isAssessed = denied >= segmentDecisionsMin;
  return {
    name: "newlyAllowed",
    demand:
      `of the bookings denied under ${setting} before whose outcome is not known, it allows at most ` +
      `${percent(newlyAllowedMax)} (assessed from ${segmentDecisionsMin} of them)`,
    found: isAssessed
      ? `${whole(allowed)} of ${whole(denied)} allowed`
      : `${whole(denied)} such bookings`,
    passed: isAssessed ? allowed / denied <= newlyAllowedMax : null,
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
const whole = (count: number) => count.toLocaleString("en-US");
