// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

import "time"

// ExplainedDecision: A decision, its outcome and its strongest reasons.
type ExplainedDecision struct {
	// Unique identifier of this decision. Store it with the order.
	DecisionId string `json:"decisionId"`
	// Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds.
	RiskScore       int             `json:"riskScore"`
	RiskLevel       RiskLevel       `json:"riskLevel"`
	SuggestedAction SuggestedAction `json:"suggestedAction"`
	RiskSetting     RiskSetting     `json:"riskSetting"`
	// When the attempt was scored.
	DecidedAt time.Time `json:"decidedAt"`
	// The requestId of the attempt.
	RequestId string        `json:"requestId"`
	Model     DecidingModel `json:"model"`
	DecidedBy DecidedBy     `json:"decidedBy"`
	// Entries of the project's lists that applied, in the order of decision.
	ListMatches []ListMatch `json:"listMatches"`
	// Null where none was reported.
	Outcome *ReportedOutcome `json:"outcome"`
	// Null where the decision was never sent to review.
	Review  *Review `json:"review"`
	Reasons Reasons `json:"reasons"`
}
