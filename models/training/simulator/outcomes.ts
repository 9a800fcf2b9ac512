/**
 * The outcome that the merchant reports: chargebacks after weeks, fraud found by its own staff after
 * hours and, from merchants that report all outcomes, legitimate bookings after the stay. Some fraud
 * goes undetected, and a few legitimate bookings are disputed.
 */
import type { RiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { dayMs, hourMs } from "../../../src/base/durations.ts";
import type { Outcome, Reporting } from "./kind.ts";
import type { Merchant } from "./merchants.ts";
import type { Random } from "./random.ts";

const defaults: Reporting = { byStaff: 0.18, silence: 1, afterStay: false, disputed: 0 };

export interface Ended {
  at: number;
  fraud: boolean;
  booking: RiskRequest["booking"];
  reports: Merchant["reports"];
  reporting: Partial<Reporting> | undefined;
}

export interface Noise {
  unreported: number;
  wronglyReported: number;
}

export function outcomeOf(random: Random, ended: Ended, noise: Noise): Outcome | null {
  const reporting = { ...defaults, ...ended.reporting };
  const noticed = ended.fraud
    ? !random.chance(noise.unreported * reporting.silence)
    : random.chance(Math.max(reporting.disputed, noise.wronglyReported));
  if (!noticed) return ended.reports === "all" ? afterTheStay(random, ended) : null;
  // Staff members are occasionally wrong about legitimate guests.
  if (random.chance(ended.fraud ? reporting.byStaff : 0.1)) return byStaff(random, ended);
  return chargeback(random, ended, reporting);
}

function byStaff(random: Random, { at }: Ended): Outcome {
  const hours = Math.min(144, Math.max(0.5, random.around(20, 1)));
  return { outcome: "fraud", reportedAt: at + Math.round(hours * hourMs) };
}

function chargeback(random: Random, { at, booking }: Ended, { afterStay }: Reporting): Outcome {
  const from = afterStay ? Date.parse(booking.checkOut) : at;
  const days = (from - at) / dayMs + random.around(afterStay ? 14 : 25, 0.6);
  const bounded = Math.min(110, Math.max(3, days));
  return { outcome: "chargeback", reportedAt: at + Math.round(bounded * dayMs) };
}

/** About a day after check-out; some reports are forgotten. */
function afterTheStay(random: Random, { at, booking }: Ended): Outcome | null {
  if (random.chance(0.05)) return null;
  const left = Date.parse(booking.checkOut) + 11 * hourMs;
  const reportedAt = Math.max(at, left) + Math.round(random.around(24, 0.6) * hourMs);
  return { outcome: "legitimate", reportedAt };
}
