// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// AvsResult: The issuer's check of the billing address. addressMatch, postalCodeMatch: only one of the two matches. unavailable: the issuer did not answer. unchecked: it was not asked.
type AvsResult string

const (
	AvsResultMatch           AvsResult = "match"
	AvsResultAddressMatch    AvsResult = "addressMatch"
	AvsResultPostalCodeMatch AvsResult = "postalCodeMatch"
	AvsResultMismatch        AvsResult = "mismatch"
	AvsResultUnavailable     AvsResult = "unavailable"
	AvsResultUnchecked       AvsResult = "unchecked"
)
