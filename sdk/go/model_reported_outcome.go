// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

import "time"

// ReportedOutcome: The outcome that was reported last.
type ReportedOutcome struct {
	Outcome OutcomeKind `json:"outcome"`
	// When it happened, or null if that was not reported.
	OccurredAt *time.Time `json:"occurredAt"`
	// When the report was stored.
	ReportedAt time.Time `json:"reportedAt"`
}
