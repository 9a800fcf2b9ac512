package bookingrisk

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// As in Standard Webhooks.
const webhookTolerance = 5 * time.Minute

// WebhookEvent is what a webhook receives. The documents have the types, and what Data has in each.
type WebhookEvent struct {
	// ID is the same each time that the event is sent.
	ID string `json:"id"`
	// Type is, for instance, decision.denied. A newer service may have more.
	Type string `json:"type"`
	// Timestamp says when it happened.
	Timestamp time.Time `json:"timestamp"`
	// Sequence counts the events of the project, one after the other.
	Sequence int64           `json:"sequence"`
	Data     json.RawMessage `json:"data"`
}

// WebhookSignatureError: a webhook's request cannot be shown to come from the service. Answer with 400, and do nothing else.
type WebhookSignatureError struct{ reason string }

func (e *WebhookSignatureError) Error() string { return e.reason }

// VerifyWebhook verifies a request that a webhook received, by Standard Webhooks 1.0, and returns the event.
//
// body is the body as it arrived, before it is parsed, and secret the one of the endpoint (whsec_…): while it is replaced,
// the old and the new one both verify. The error is a *WebhookSignatureError, or another if the secret is not one; none
// repeats it.
func VerifyWebhook(body []byte, header http.Header, secret string) (*WebhookEvent, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 || !strings.HasPrefix(secret, "whsec_") {
		return nil, errors.New("bookingrisk: secret must be the one of the endpoint: whsec_…")
	}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if header.Get(name) == "" {
			return nil, &WebhookSignatureError{name + " is missing"}
		}
	}
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	age := time.Since(time.Unix(int64(seconds), 0))
	if err != nil || age > webhookTolerance || age < -webhookTolerance {
		return nil, &WebhookSignatureError{"webhook-timestamp is more than five minutes from now"}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	if !hasSignature(header.Get("webhook-signature"), mac.Sum(nil)) {
		return nil, &WebhookSignatureError{"no signature is of the body and the secret"}
	}
	event := &WebhookEvent{ID: id}
	if err := json.Unmarshal(body, event); err != nil {
		return nil, err
	}
	event.ID = id
	return event, nil
}

func hasSignature(signatures string, expected []byte) bool {
	for _, one := range strings.Split(signatures, " ") {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(one, "v1,"))
		if strings.HasPrefix(one, "v1,") && err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}
