// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ReviewStatus: open: waiting for a person's verdict, or being looked at.
type ReviewStatus string

const (
	ReviewStatusOpen    ReviewStatus = "open"
	ReviewStatusDecided ReviewStatus = "decided"
)
