// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Payment: What you know of the payment. Never a card number, a security code or other data of the card.
type Payment struct {
	Method *PaymentMethod `json:"method,omitempty"`
	// Your payment processor's token or fingerprint, the same for each use of one card or account. Never the card number: what looks like one is refused.
	InstrumentId string `json:"instrumentId,omitempty"`
	// The first 6 to 8 digits of the card number, and no more of it.
	Bin string `json:"bin,omitempty"`
	// Whether the card was issued in the country of the billing address.
	BillingCountryMatch *bool               `json:"billingCountryMatch,omitempty"`
	Avs                 *AvsResult          `json:"avs,omitempty"`
	Cvc                 *CvcResult          `json:"cvc,omitempty"`
	ThreeDSecure        *ThreeDSecureResult `json:"threeDSecure,omitempty"`
	// Payments for this booking that were declined before this request.
	PreviousDeclines *int `json:"previousDeclines,omitempty"`
}
