/** How much risk a project accepts. Chosen by the merchant; what each denies is the scale's. */
export const riskSettings = ["maximizeProtection", "balanced", "maximizeRevenue"] as const;
export type RiskSetting = (typeof riskSettings)[number];

/** As pages name them. */
export const settingNames: Readonly<Record<RiskSetting, string>> = {
  maximizeProtection: "Maximize protection",
  balanced: "Balanced",
  maximizeRevenue: "Maximize revenue",
};

export const defaultRiskSetting: RiskSetting = "balanced";

export function isRiskSetting(value: unknown): value is RiskSetting {
  return riskSettings.includes(value as RiskSetting);
}
