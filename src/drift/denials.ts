/** Whether the share of denied bookings has moved: the only drift that a guest feels. */
import { normalQuantile } from "../interval.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import { allowedDenyRateChange } from "../risk/deny-rate.ts";
import { suggestedActionOf } from "../risk/score.ts";

/** Live decisions, and how many of them the project's present setting denies. */
export interface Denied {
  decisions: number;
  denied: number;
}

export function addDenied(to: Denied, riskScore: number, setting: RiskSetting): void {
  to.decisions += 1;
  if (suggestedActionOf(riskScore, setting) === "deny") to.denied += 1;
}

export interface DenialShift {
  /** Share denied now, and in the period of the same length before; null where too few. */
  now: number | null;
  before: number | null;
  /** Whether it moved by more than a replay would allow a model to move it, and beyond chance. */
  alert: boolean;
}

/** 1 in 1,000 pairs of samples differ by more without any change. */
const z = normalQuantile[0.999];

/** @param needed decisions on either side below which nothing is said; null: never. */
export function denialShift(now: Denied, before: Denied, needed: number | null): DenialShift {
  const isEnough = ({ decisions }: Denied) => needed !== null && decisions >= needed;
  const part = (one: Denied) => (isEnough(one) ? one.denied / one.decisions : null);
  const [a, b] = [part(now), part(before)];
  if (a === null || b === null) return { now: a, before: b, alert: false };
  const all = (now.denied + before.denied) / (now.decisions + before.decisions);
  const error = Math.sqrt(all * (1 - all) * (1 / now.decisions + 1 / before.decisions));
  const change = Math.abs(a - b);
  return { now: a, before: b, alert: change > Math.max(allowedDenyRateChange(b), z * error) };
}
