// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// DecidedByKind: The first of these that applied: a one-time pass, an entry of the deny list, one of the allow list, the control group, which lets through a random few of those that the model denies, the model.
type DecidedByKind string

const (
	DecidedByKindModel        DecidedByKind = "model"
	DecidedByKindPass         DecidedByKind = "pass"
	DecidedByKindDeny         DecidedByKind = "deny"
	DecidedByKindAllow        DecidedByKind = "allow"
	DecidedByKindControlGroup DecidedByKind = "controlGroup"
)
