// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// DecidedBy: What decided the suggested action.
type DecidedBy struct {
	Kind DecidedByKind `json:"kind"`
	// The entry or the pass; null where neither decided.
	EntryId *string `json:"entryId"`
	// The version that the project's lists had with it; null where no entry and no pass decided.
	ListsVersion *int `json:"listsVersion"`
}
