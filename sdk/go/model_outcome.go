// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

import "time"

// Outcome: The outcome of a booking that was scored.
type Outcome struct {
	// The decision that the outcome belongs to.
	DecisionId string      `json:"decisionId"`
	Outcome    OutcomeKind `json:"outcome"`
	// When it happened, or null if that was not reported.
	OccurredAt *time.Time `json:"occurredAt"`
	// When the report was stored.
	ReportedAt time.Time `json:"reportedAt"`
}
