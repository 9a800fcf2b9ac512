/** What each risk setting would have denied recently, with the outcomes reported for it. */
import { type RiskSetting, riskSettings } from "../projects/risk-setting.ts";
import { suggestedActionOf } from "../risk/score.ts";
import type { ScoreTally } from "../storage/port/search.ts";
import type { Store } from "../storage/port/store.ts";
import { startOfLastDays } from "./last-days.ts";
import { type Overview, settingsFigures } from "./overview.ts";

export const previewDays = 30;

/** By the newest report: fraud or chargeback, and legitimate. */
interface Reported {
  fraud: number;
  legitimate: number;
}

export interface SettingsPreview {
  from: number;
  to: number;
  decisions: number;
  /** Of all of them. */
  reported: Reported;
  /** With the outcomes reported for the decisions that each would have denied. */
  settings: { [Setting in RiskSetting]: Overview["settings"][Setting] & { reported: Reported } };
}

/** @param to Unix ms, after the last decision that counts. */
export async function settingsPreview(
  projectId: string,
  to: number,
  { search }: Pick<Store, "search">,
): Promise<SettingsPreview> {
  const from = startOfLastDays(previewDays, to - 1);
  const tallies = await search.byScore(projectId, from, to);
  const figures = settingsFigures(tallies);
  const ofEach = riskSettings.map((setting) => {
    const denied = tallies.filter(
      ({ riskScore }) => suggestedActionOf(riskScore, setting) === "deny",
    );
    return [setting, { ...figures[setting], reported: reportedOf(denied) }];
  });
  return {
    from,
    to,
    decisions: tallies.reduce((sum, { count }) => sum + count, 0),
    reported: reportedOf(tallies),
    settings: Object.fromEntries(ofEach) as SettingsPreview["settings"],
  };
}

function reportedOf(tallies: readonly ScoreTally[]): Reported {
  const reported = { fraud: 0, legitimate: 0 };
  for (const { kind, count } of tallies) {
    if (kind.outcome === null) continue;
    reported[kind.outcome === "legitimate" ? "legitimate" : "fraud"] += count;
  }
  return reported;
}
