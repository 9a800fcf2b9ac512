// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// OutcomeKind: chargeback: the payment was charged back. fraud: found to be fraudulent in another way. legitimate: a genuine guest, also when the booking was refused.
type OutcomeKind string

const (
	OutcomeKindChargeback OutcomeKind = "chargeback"
	OutcomeKindFraud      OutcomeKind = "fraud"
	OutcomeKindLegitimate OutcomeKind = "legitimate"
)
