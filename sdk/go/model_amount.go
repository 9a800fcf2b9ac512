// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Amount: An amount of money.
type Amount struct {
	// A whole number of the currency's minor units: 12550 is EUR 125.50, and JPY 12,550.
	Value int64 `json:"value"`
	// A code of ISO 4217, in any letter case.
	Currency string `json:"currency"`
}
