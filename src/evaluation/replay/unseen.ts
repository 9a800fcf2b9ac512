/**
 * What both models say to the same bookings when nothing was seen of the visitors. A model that was
 * trained where every booking has telemetry may deny whatever has none, and a replay of such bookings
 * does not show it.
 */
import { type RiskSetting, riskSettings } from "../../projects/risk-setting.ts";
import { suggestedActionOf } from "../../risk/score.ts";
import type { Compared } from "./compared.ts";

export interface UnseenTally {
  /** Decisions that both models scored so. */
  decisions: number;
  denied: Record<RiskSetting, { before: number; after: number }>;
}

export function unseenTally(): UnseenTally {
  const none = riskSettings.map((setting) => [setting, { before: 0, after: 0 }]);
  return { decisions: 0, denied: Object.fromEntries(none) as UnseenTally["denied"] };
}

export function addUnseen(tally: UnseenTally, { unseen: { before, after } }: Compared): void {
  if (!before || !after) return;
  tally.decisions += 1;
  for (const setting of riskSettings) {
    if (suggestedActionOf(before.riskScore, setting) === "deny") tally.denied[setting].before += 1;
    if (suggestedActionOf(after.riskScore, setting) === "deny") tally.denied[setting].after += 1;
  }
}

export interface UnseenFigures {
  decisions: number;
  /** Of these, the share that the active model and the candidate deny; null where there are none. */
  denyRate: Record<RiskSetting, { before: number | null; after: number | null }>;
}

export function unseenFigures({ decisions, denied }: UnseenTally): UnseenFigures {
  const part = (count: number) => (decisions === 0 ? null : count / decisions);
  const rates = riskSettings.map((setting) => {
    const { before, after } = denied[setting];
    return [setting, { before: part(before), after: part(after) }];
  });
  return { decisions, denyRate: Object.fromEntries(rates) as UnseenFigures["denyRate"] };
}
