// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ReasonsStatus: pending: being computed, ask again. unavailable: see detail, such as a model that is gone.
type ReasonsStatus string

const (
	ReasonsStatusAvailable   ReasonsStatus = "available"
	ReasonsStatusPending     ReasonsStatus = "pending"
	ReasonsStatusUnavailable ReasonsStatus = "unavailable"
)
