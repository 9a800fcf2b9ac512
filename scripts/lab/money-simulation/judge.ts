/** Gives a simulated merchant the dashboard's advice, and compares it with the truth. */

import { dayMs } from "../../../src/base/durations.ts";
import { scoreEvidence } from "../../../src/evaluation/money/score-evidence.ts";
import { type Advice, adviseSetting } from "../../../src/evaluation/money/settings-advice.ts";
import { type RiskSetting, riskSettings } from "../../../src/projects/risk-setting.ts";
import { type DelayMissing, reportingDelay } from "../../../src/risk/outcomes/reporting-delay.ts";
import type { SearchStore } from "../../../src/storage/port/search.ts";
import { type Merchant, now, reportHistoryOf, talliesOf, trueNets } from "./merchant.ts";

export interface Judged {
  merchant: Merchant;
  /** `missing`: too little is known for any figure. */
  kind: Advice["kind"] | DelayMissing["missing"];
  advice: Advice | null;
  best: RiskSetting;
  /** How much less than the best the advised setting earns; 0 where it is the best. */
  shortfall: number;
  /** Whether the shortfall is within the interval that was shown. */
  isWithin: boolean;
  /** Whether all differences between settings are within theirs. */
  areDifferencesWithin: boolean;
  /** Whether the advised setting earns less than the one that the merchant has. */
  isHarmful: boolean;
}

export async function judge(merchant: Merchant, periodDays = 365): Promise<Judged> {
  const delay = reportingDelay(reportHistoryOf(merchant), {
    now,
    firstDecidedAt: merchant.decisions[0]!.at,
  });
  const range = { from: now - periodDays * dayMs, to: now + 1 };
  const nets = trueNets(merchant, range);
  const best = riskSettings.reduce((a, b) => (nets[b] > nets[a] ? b : a));
  if ("missing" in delay) {
    const none = { shortfall: 0, isWithin: true, areDifferencesWithin: true, isHarmful: false };
    return { merchant, kind: delay.missing, advice: null, best, ...none };
  }
  const search = {
    byScore: async (_: string, from: number, to: number) => talliesOf(merchant, from, to),
  } as Partial<SearchStore> as SearchStore;
  const evidence = await scoreEvidence("prj", { ...range, currency: "JPY" }, delay, { search });
  const advice = adviseSetting(evidence, merchant.prices, merchant.setting);
  const shown = trueNets(merchant, { from: range.from, to: delay.observedUntil + 1 });
  const isIn = (setting: RiskSetting) => {
    const { low, high } = advice.differences[setting];
    const truth = shown[setting] - shown[merchant.setting];
    const rounding = 1e-6 * (1 + Math.abs(truth));
    return truth >= low - rounding && truth <= high + rounding;
  };
  const shortfall = Math.max(0, ...riskSettings.map((one) => shown[one] - shown[advice.setting]));
  return {
    merchant,
    kind: advice.kind,
    advice,
    best,
    shortfall,
    isWithin: shortfall <= advice.shortfall + 1e-6 * (1 + shortfall),
    areDifferencesWithin: riskSettings.every(isIn),
    isHarmful: shown[advice.setting] < shown[merchant.setting] - 1e-6,
  };
}
