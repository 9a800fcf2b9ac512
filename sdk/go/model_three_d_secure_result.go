// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ThreeDSecureResult: The result of 3-D Secure. attempted: the issuer accepted the liability without authenticating the cardholder. unavailable: the card or its issuer does not take part, or did not answer.
type ThreeDSecureResult string

const (
	ThreeDSecureResultAuthenticated ThreeDSecureResult = "authenticated"
	ThreeDSecureResultAttempted     ThreeDSecureResult = "attempted"
	ThreeDSecureResultExempted      ThreeDSecureResult = "exempted"
	ThreeDSecureResultFailed        ThreeDSecureResult = "failed"
	ThreeDSecureResultUnavailable   ThreeDSecureResult = "unavailable"
	ThreeDSecureResultNotRequested  ThreeDSecureResult = "notRequested"
)
