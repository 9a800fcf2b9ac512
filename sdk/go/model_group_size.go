// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// GroupSize: The size of the party. Send it when more people stay than guests are named.
type GroupSize struct {
	// Number of adults.
	AdultCount *int `json:"adultCount,omitempty"`
	// Number of children.
	ChildCount *int `json:"childCount,omitempty"`
	// Number of infants.
	InfantCount *int `json:"infantCount,omitempty"`
}
