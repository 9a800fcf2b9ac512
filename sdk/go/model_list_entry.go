// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

import "time"

// ListEntry: An entry of one of the project's lists.
type ListEntry struct {
	// Unique identifier of this entry.
	EntryId string   `json:"entryId"`
	Kind    ListKind `json:"kind"`
	Type    ListType `json:"type"`
	// As attempts are compared with it. Empty where the guest was erased, and the entry is kept as a keyed hash.
	Value string `json:"value"`
	// Why it was added.
	Reason string `json:"reason"`
	// The decision because of which it was added.
	DecisionId *string `json:"decisionId"`
	// The version that the project's lists had with it: 1 for the first.
	ListsVersion int `json:"listsVersion"`
	// Who added it: the ID of a key, an account or a user of the operating system.
	CreatedBy string `json:"createdBy"`
	// When it was added.
	CreatedAt time.Time `json:"createdAt"`
	// From then on it does not apply. Null: until it is archived.
	ExpiresAt *time.Time `json:"expiresAt"`
	// Who archived it.
	ArchivedBy *string `json:"archivedBy"`
	// From then on it does not apply. Null: it is not archived.
	ArchivedAt *time.Time `json:"archivedAt"`
	// On the watch list: whether bookings that it marks go to review.
	Review bool `json:"review"`
}
