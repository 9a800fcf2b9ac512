// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// RiskRequest: One booking attempt. Optional fields may be absent or null. Unknown fields are ignored and not stored. Strings are trimmed.
type RiskRequest struct {
	// The collection ID of the guest's browser tab, from window.Service.getCollectionId(). An ID that is unknown, expired or of another project is a signal, never an error.
	CollectionId string `json:"collectionId,omitempty"`
	Booker       Booker `json:"booker"`
	// The named guests. Always an array, even for one guest.
	Guests  []Guest  `json:"guests,omitempty"`
	Billing *Billing `json:"billing,omitempty"`
	Hotel   Hotel    `json:"hotel"`
	Booking Booking  `json:"booking"`
	Payment *Payment `json:"payment,omitempty"`
	// Columns of your own, by the names under which the project declares them: a number, a text of at most 64 characters for a category, true or false for a flag.
	Attributes map[string]any `json:"attributes,omitempty"`
	// Your correlation ID for this request. Returned in errors and stored with the decision.
	RequestId string `json:"requestId"`
}
