// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ListMatch: An entry of a list that applied to an attempt.
type ListMatch struct {
	Kind ListMatchKind `json:"kind"`
	// The entry or the pass.
	EntryId string `json:"entryId"`
	// The version that the project's lists had with it.
	ListsVersion int `json:"listsVersion"`
}
