/** How much risk a project accepts. Chosen by the merchant; what each denies is the scale's. */
export const riskSettings = ["maximizeProtection", "balanced", "maximizeRevenue"] as const;
export type RiskSetting = (typeof riskSettings)[number];
export const defaultRiskSetting: RiskSetting = "balanced";

export function isRiskSetting(value: unknown): value is RiskSetting {
  return riskSettings.includes(value as RiskSetting);
}
