package bookingrisk

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// APIError says that the service refused the request, or failed: RFC 9457's problem as an error. The errors with a
// type of their own, such as *ValidationError, contain one, and errors.As finds it in them.
type APIError struct {
	// Status is the status code of the response.
	Status int
	// Code is to branch on. A newer service may have codes that this version does not know.
	Code   string
	Detail string
	// RequestID is the one that was sent, or "" if the service could not read it.
	RequestID string
	// LogID is the service's own ID of the request, as in its log.
	LogID string
	// RetryAfterSeconds says how long to wait before another call; -1 where the service did not say so.
	RetryAfterSeconds int
	// Errors are the fields that are missing or invalid. Empty except in a ValidationError.
	Errors []FieldError
}

// FieldError is a field that is missing or invalid.
type FieldError struct {
	// Pointer is a JSON Pointer (RFC 6901) to the field, as in /booker/email.
	Pointer string `json:"pointer"`
	// Message says what the field must be.
	Message string `json:"message"`
}

func (e *APIError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%d): %s", e.Code, e.Status, e.Detail)
	for _, one := range e.Errors {
		fmt.Fprintf(&text, " %s %s.", one.Pointer, one.Message)
	}
	return text.String()
}

// AuthenticationError: the key is missing, unknown, revoked or expired.
type AuthenticationError struct{ *APIError }

// PermissionError: the key is of the wrong kind, or not accepted from this address.
type PermissionError struct{ *APIError }

// NotFoundError: the project has no such decision.
type NotFoundError struct{ *APIError }

// IdempotencyConflictError: the idempotency key was used with another request.
type IdempotencyConflictError struct{ *APIError }

// ValidationError: fields are missing or invalid, and Errors names each of them.
type ValidationError struct{ *APIError }

// RateLimitedError: too many requests, also after the retries that the time allowed.
type RateLimitedError struct{ *APIError }

// UnavailableError: the service cannot decide at the moment, and nothing was decided.
type UnavailableError struct{ *APIError }

// Unwrap returns the APIError.
func (e *AuthenticationError) Unwrap() error { return e.APIError }

// Unwrap returns the APIError.
func (e *PermissionError) Unwrap() error { return e.APIError }

// Unwrap returns the APIError.
func (e *NotFoundError) Unwrap() error { return e.APIError }

// Unwrap returns the APIError.
func (e *IdempotencyConflictError) Unwrap() error { return e.APIError }

// Unwrap returns the APIError.
func (e *ValidationError) Unwrap() error { return e.APIError }

// Unwrap returns the APIError.
func (e *RateLimitedError) Unwrap() error { return e.APIError }

// Unwrap returns the APIError.
func (e *UnavailableError) Unwrap() error { return e.APIError }

// ConnectionError: no answer arrived, because there was no connection or it was cut, also after the retries.
type ConnectionError struct{ cause error }

func (e *ConnectionError) Error() string { return "the service did not answer: " + e.cause.Error() }

// Unwrap returns the error of net/http.
func (e *ConnectionError) Unwrap() error { return e.cause }

// TimeoutError: the time of the call was over. Whether the service has decided is not known.
type TimeoutError struct{ cause error }

func (e *TimeoutError) Error() string { return "no answer in time" }

// Unwrap returns the error of the last attempt.
func (e *TimeoutError) Unwrap() error { return e.cause }

// Timeout is true, as net.Error has it.
func (e *TimeoutError) Timeout() bool { return true }

// errorOf is the error that a response tells, which a proxy may have written instead of the service.
func errorOf(response *http.Response, body []byte) error {
	var problem struct {
		Code      string       `json:"code"`
		Detail    string       `json:"detail"`
		RequestID string       `json:"requestId"`
		Errors    []FieldError `json:"errors"`
	}
	if json.Unmarshal(body, &problem) != nil || problem.Code == "" {
		problem.Code = "unexpected_response"
		problem.Detail = "The response is not one of Booking Risk. Check the address and what is in between."
	}
	e := &APIError{
		Status:            response.StatusCode,
		Code:              problem.Code,
		Detail:            problem.Detail,
		RequestID:         problem.RequestID,
		LogID:             response.Header.Get("X-Request-Id"),
		RetryAfterSeconds: retryAfterOf(response),
		Errors:            problem.Errors,
	}
	switch e.Code {
	case "missing_key", "invalid_key", "revoked_key", "expired_key":
		return &AuthenticationError{e}
	case "key_mode_mismatch", "address_not_allowed":
		return &PermissionError{e}
	case "not_found":
		return &NotFoundError{e}
	case "idempotency_conflict":
		return &IdempotencyConflictError{e}
	case "validation_failed":
		return &ValidationError{e}
	case "rate_limited":
		return &RateLimitedError{e}
	case "unavailable":
		return &UnavailableError{e}
	}
	return e
}

func retryAfterOf(response *http.Response) int {
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 0 || seconds > 1_000_000_000 {
		return -1
	}
	return seconds
}
