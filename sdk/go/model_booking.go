// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Booking: The stay.
type Booking struct {
	// Check-in date, YYYY-MM-DD. A date in the past is scored, not refused.
	CheckIn string `json:"checkIn"`
	// Check-out date, YYYY-MM-DD. Must be after checkIn.
	CheckOut    string     `json:"checkOut"`
	GroupSize   *GroupSize `json:"groupSize,omitempty"`
	TotalAmount *Amount    `json:"totalAmount,omitempty"`
}
