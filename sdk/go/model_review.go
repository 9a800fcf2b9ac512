// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

import "time"

// Review: A person's review of a decision. It never changes the decision.
type Review struct {
	Status ReviewStatus `json:"status"`
	// Given once; null while the review is open.
	Verdict *ReviewVerdict `json:"verdict"`
	// When the verdict was given; null while the review is open.
	DecidedAt *time.Time `json:"decidedAt"`
}
