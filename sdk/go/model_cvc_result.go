// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// CvcResult: The issuer's check of the card's security code. unavailable: the issuer did not answer. unchecked: it was not asked.
type CvcResult string

const (
	CvcResultMatch       CvcResult = "match"
	CvcResultMismatch    CvcResult = "mismatch"
	CvcResultUnavailable CvcResult = "unavailable"
	CvcResultUnchecked   CvcResult = "unchecked"
)
