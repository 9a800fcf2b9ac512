// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

import "time"

// NewListEntry: A value for a list.
type NewListEntry struct {
	Type ListType `json:"type"`
	// As people write it. It is stored as attempts are compared with it.
	Value string `json:"value"`
	// One line, for whoever reads the entry later.
	Reason string `json:"reason"`
	// Until when it applies. Required on the allow list; without it, the entry applies until it is archived.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
	// The decision because of which it is added.
	DecisionId string `json:"decisionId,omitempty"`
	// On the watch list only: whether bookings that it marks go to review.
	Review *bool `json:"review,omitempty"`
}
