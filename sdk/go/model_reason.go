// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Reason: One of the strongest reasons for a score.
type Reason struct {
	// The code of a group of features.
	Group string `json:"group"`
	// The group as people read it.
	GroupTitle string `json:"groupTitle"`
	// The feature, as in /docs/features.
	Feature string `json:"feature"`
	// Its value, and what is typical. The text may be worded differently later.
	Text string `json:"text"`
	// What it adds to the score, in points; negative where it lowers the score.
	Points float64 `json:"points"`
	// Evidence that stands by itself, such as a reported fraud, whatever its points.
	Definite bool `json:"definite"`
}
