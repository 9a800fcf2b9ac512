// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ReviewVerdict: What a person says of the booking: fraud, or a good guest.
type ReviewVerdict string

const (
	ReviewVerdictFraud ReviewVerdict = "fraud"
	ReviewVerdictGood  ReviewVerdict = "good"
)
