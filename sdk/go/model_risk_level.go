// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// RiskLevel: low: 0 to 64, medium: 65 to 74, high: 75 to 99.
type RiskLevel string

const (
	RiskLevelLow    RiskLevel = "low"
	RiskLevelMedium RiskLevel = "medium"
	RiskLevelHigh   RiskLevel = "high"
)
