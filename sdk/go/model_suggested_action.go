// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// SuggestedAction: deny from a riskScore of 65 (maximizeProtection), 75 (balanced) or 85 (maximizeRevenue), otherwise allow; a one-time pass or an entry of the deny or allow list takes precedence.
type SuggestedAction string

const (
	SuggestedActionAllow SuggestedAction = "allow"
	SuggestedActionDeny  SuggestedAction = "deny"
)
