// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Booker: The person who places the booking.
type Booker struct {
	// Your own identifier for the booker.
	ReferenceId string `json:"referenceId,omitempty"`
	// Given name.
	FirstName string `json:"firstName"`
	// Family name.
	LastName string `json:"lastName"`
	// E-mail address.
	Email string `json:"email"`
	// Phone number in E.164 format.
	Phone string `json:"phone"`
}
