// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

import "time"

// Booking: The stay.
type Booking struct {
	// Check-in date, YYYY-MM-DD. A date in the past is scored, not refused.
	CheckIn string `json:"checkIn"`
	// Check-out date, YYYY-MM-DD. Must be after checkIn.
	CheckOut    string     `json:"checkOut"`
	GroupSize   *GroupSize `json:"groupSize,omitempty"`
	TotalAmount *Amount    `json:"totalAmount,omitempty"`
	// Until when the booking can be cancelled free of charge: ISO 8601 with a time zone. Bookings in review are served by it.
	FreeCancellationUntil *time.Time `json:"freeCancellationUntil,omitempty"`
}
