/** What a replay must show before its model may be promoted, and why it is that much. */
import { type DenyRateLimits, denyRateLimits } from "../../risk/deny-rate.ts";
import { defaultMatureDays } from "./outcome-known.ts";

export interface Limits extends DenyRateLimits {
  /** Decisions that have to be replayed. */
  decisionsMin: number;
  /** Known frauds among them. */
  fraudsMin: number;
  /** Days that the newest decision may be old. */
  ageDaysMax: number;
  /** Days from the first decision to the last. */
  spanDaysMin: number;
  /** How much lower the share of known frauds that are denied may be than before. */
  recallLossMax: number;
  /** How much lower average precision may be than before. */
  precisionLossMax: number;
  /** How much more of a part of the bookings may be denied, such as of a country. */
  partDenyChangeMax: number;
  /** Of the bookings denied before whose outcome is not known, how many may be allowed. */
  newlyAllowedMax: number;
  calibrationErrorMax: number;
  /** Maximum ratio of predicted to reported frauds, or its inverse, where it is worse than before. */
  toldRatioMax: number;
  /**
   * Live decisions of the last `ageDaysMax` days that the model has to score in shadow mode before it is
   * promoted. A replay does not assess it: they come in along with it.
   */
  liveDecisionsMin: number;
}

/**
 * `fraudsMin` and `recallLossMax` belong together. Both models score the same frauds, so the change
 * of the share that is denied is a paired difference (McNemar, Psychometrika 12, 1947), with a
 * standard error of at most √(d / n) where the models disagree on the share d of n frauds. At d = 12 %
 * and n = 100 that is 3.5 points: an equal model loses more than 7 points in 1 of 40 replays, and one
 * that truly denies 10 points less loses more than 7 in 4 of 5 (power 0.8; the sample size of Connor,
 * Biometrics 43, 1987).
 *
 * `decisionsMin` and `denyRateChangeMax`: where the models disagree on 2 % of 1,000 decisions, the
 * change of the share denied has a standard error of 0.45 points. A model that changes nothing is
 * above 1 point in 1 of 40 replays, one that denies 2 points more is below it in 1 of 80.
 *
 * `partDenyChangeMax`: the lower end of the 99.9 % interval is compared, as there are hundreds of parts. Of 20
 * decisions, 9 newly denied are beyond it; of 200, 26.
 *
 * `newlyAllowedMax`: what is denied mostly has no outcome, so recall does not see what a candidate lets through of it, and
 * in the deny rate, others that it denies make up for it. A better model may allow many, those that were denied by mistake.
 * Of 20 denied bookings, a model that truly allows 30 % allows more than half in 1 of 50 replays, and one that allows 75 %
 * passes in 1 of 70.
 *
 * `ageDaysMax`: bookings and fraud change; what was true of last year's is no proof. `spanDaysMin`:
 * business travellers book on working days and families at the weekend, so every weekday counts.
 *
 * `liveDecisionsMin`: the rule of three (J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong, is
 * everything all right?", JAMA 249, 1983). Of what is not seen in n live decisions, the share is at most 3 / n with
 * 95 % confidence: with 300, a point of newly denied bookings, as `denyRateChangeMax` allows, would have shown.
 */
export const defaultLimits: Readonly<Limits> = {
  decisionsMin: 1000,
  fraudsMin: 100,
  ageDaysMax: 30,
  spanDaysMin: 7,
  recallLossMax: 0.07,
  precisionLossMax: 0.01,
  ...denyRateLimits,
  partDenyChangeMax: 0.05,
  newlyAllowedMax: 0.5,
  calibrationErrorMax: 0.02,
  toldRatioMax: 2,
  liveDecisionsMin: 300,
};

/** A limit that was looser than the default. */
export interface LoosenedLimit {
  /** The limit's name, or `matureDays`. */
  name: keyof Limits | "matureDays";
  value: number;
  default: number;
}

/** The limits that let through what the defaults would not. */
export function loosenedLimits(limits: Limits, matureDays: number | null): LoosenedLimit[] {
  const found = (Object.keys(defaultLimits) as (keyof Limits)[]).flatMap((name) => {
    const [value, usual] = [limits[name], defaultLimits[name]];
    const isLooser = name.endsWith("Min") ? value < usual : value > usual;
    return isLooser ? [{ name, value, default: usual }] : [];
  });
  // With fewer days, unreported bookings count as good earlier, and fraud that is reported later is missed.
  if (matureDays === null || matureDays >= defaultMatureDays) return found;
  return [...found, { name: "matureDays", value: matureDays, default: defaultMatureDays }];
}
