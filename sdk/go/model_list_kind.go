// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ListKind: deny and allow decide the action; watch marks decisions.
type ListKind string

const (
	ListKindDeny  ListKind = "deny"
	ListKindAllow ListKind = "allow"
	ListKindWatch ListKind = "watch"
)
