// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

import "time"

// OutcomeReport: The outcome of a booking that was scored.
type OutcomeReport struct {
	Outcome OutcomeKind `json:"outcome"`
	// When it happened: ISO 8601 with a time zone, not in the future.
	OccurredAt *time.Time `json:"occurredAt,omitempty"`
	// For your team. The model does not read it.
	Note string `json:"note,omitempty"`
	// Your correlation ID for this request. Returned in errors and stored.
	RequestId string `json:"requestId"`
}
