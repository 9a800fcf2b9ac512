// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// RiskSetting: The project's risk setting at the time of the decision.
type RiskSetting string

const (
	RiskSettingMaximizeProtection RiskSetting = "maximizeProtection"
	RiskSettingBalanced           RiskSetting = "balanced"
	RiskSettingMaximizeRevenue    RiskSetting = "maximizeRevenue"
)
