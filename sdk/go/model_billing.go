// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Billing: The billing address given at checkout.
type Billing struct {
	// Street address.
	AddressLine string `json:"addressLine,omitempty"`
	// Country of the billing address. An officially assigned ISO 3166-1 alpha-2 code, in any letter case.
	Country string `json:"country,omitempty"`
}
