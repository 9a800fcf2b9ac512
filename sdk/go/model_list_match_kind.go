// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ListMatchKind: watch marks a decision, and never decides it.
type ListMatchKind string

const (
	ListMatchKindPass  ListMatchKind = "pass"
	ListMatchKindDeny  ListMatchKind = "deny"
	ListMatchKindAllow ListMatchKind = "allow"
	ListMatchKindWatch ListMatchKind = "watch"
)
