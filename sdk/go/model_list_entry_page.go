// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ListEntryPage: A page of a list.
type ListEntryPage struct {
	// Newest first.
	Entries []ListEntry `json:"entries"`
	// The cursor of the next page; null at the end.
	Next *string `json:"next"`
}
