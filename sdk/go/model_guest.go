// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Guest: A named guest.
type Guest struct {
	// Given name.
	FirstName string `json:"firstName,omitempty"`
	// Family name.
	LastName string `json:"lastName,omitempty"`
}
