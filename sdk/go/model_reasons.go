// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Reasons: Why a decision has its score.
type Reasons struct {
	Status ReasonsStatus `json:"status"`
	// Why there are no reasons, or none yet.
	Detail *string `json:"detail"`
	// One-sentence explanation of the decision.
	Summary *string `json:"summary"`
	// At most three: definite evidence first unless it adds next to nothing, then the strongest of each group.
	Strongest []Reason `json:"strongest"`
}
