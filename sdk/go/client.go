// Package bookingrisk is the client of Booking Risk, which scores hotel bookings before they are committed.
package bookingrisk

import (
	"bytes"
	"context"
	cryptorand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	scoreTimeout = 2 * time.Second // A guest is waiting.
	// An answer waits for reasons for at most 3 seconds.
	otherTimeout      = 10 * time.Second
	defaultMaxRetries = 2
	// Before the first repetition; it doubles, and half of it is random.
	firstWait = 100 * time.Millisecond
	// An answer of the service has some kilobytes.
	answerBytesMax = 1 << 20
)

var (
	addressPattern = regexp.MustCompile(`^https?://[^/?#@]+(/[^?#]*)?$`)
	keyPattern     = regexp.MustCompile(`^sk_[0-9A-Za-z]+$`)
	idemPattern    = regexp.MustCompile(`^[ -~]{1,255}$`)
)

// Client makes the calls of a merchant's server. It is for any number of goroutines: create one, and keep it.
type Client struct {
	baseURL string
	// A function, because no format of fmt prints what it returns.
	secretKey func() string
	http      *http.Client
	options   []Option
}

type settings struct {
	timeout        time.Duration
	maxRetries     int
	idempotencyKey string
}

// Option changes a setting of a client or of one call.
type Option func(*settings)

// WithTimeout sets the time of a whole call, its retries included: by default 2 seconds to score, else 10. The context of
// the call counts, too.
func WithTimeout(timeout time.Duration) Option { return func(s *settings) { s.timeout = timeout } }

// WithMaxRetries sets the number of repetitions after a first attempt that failed, 2 by default.
func WithMaxRetries(count int) Option { return func(s *settings) { s.maxRetries = count } }

// WithIdempotencyKey sets the key of a call of Score: the same key with the same request within 24 hours gets the stored
// decision again. By default each call has a new one, kept through its retries. 1 to 255 printable ASCII characters.
func WithIdempotencyKey(key string) Option { return func(s *settings) { s.idempotencyKey = key } }

// New returns a client.
//
// baseURL is the address of the service, such as https://risk.example.com, and secretKey a secret key (sk_…) of the
// project. It is an error if they cannot be one; the error never repeats the key.
func New(baseURL, secretKey string, options ...Option) (*Client, error) {
	if !addressPattern.MatchString(baseURL) {
		return nil, errors.New("bookingrisk: baseURL must be an address such as https://risk.example.com")
	}
	if !keyPattern.MatchString(secretKey) {
		return nil, errors.New("bookingrisk: secretKey must be a secret key of the project: sk_ and letters and digits")
	}
	return &Client{
		baseURL:   strings.TrimRight(baseURL, "/"),
		secretKey: func() string { return secretKey },
		options:   options,
		http: &http.Client{
			// Another host must not get the key.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Score scores a booking attempt. Call it right before you commit the reservation. Without a decision, apply your own
// rule.
func (c *Client) Score(ctx context.Context, request RiskRequest, options ...Option) (*Decision, error) {
	s := c.settingsOf(scoreTimeout, options)
	if s.idempotencyKey == "\x00" {
		s.idempotencyKey = newUUID()
	}
	if !idemPattern.MatchString(s.idempotencyKey) {
		return nil, errors.New("bookingrisk: the idempotency key must be 1 to 255 printable ASCII characters")
	}
	decision := new(Decision)
	isAnswer := func() bool { return decision.DecisionId != "" }
	return result(decision, c.call(ctx, s, http.MethodPost, "/v1/risk", request, decision, isAnswer))
}

// GetDecision returns a decision with its outcome and its strongest reasons, for your support and your records.
func (c *Client) GetDecision(ctx context.Context, decisionID string, options ...Option) (*ExplainedDecision, error) {
	s := c.settingsOf(otherTimeout, options)
	s.idempotencyKey = ""
	explained := new(ExplainedDecision)
	path := "/v1/decisions/" + url.PathEscape(decisionID)
	isAnswer := func() bool { return explained.DecisionId != "" }
	return result(explained, c.call(ctx, s, http.MethodGet, path, nil, explained, isAnswer))
}

// ReportOutcome reports how a booking ended. The newest report counts, and repeating one changes nothing.
func (c *Client) ReportOutcome(ctx context.Context, decisionID string, report OutcomeReport, options ...Option) (*Outcome, error) {
	s := c.settingsOf(otherTimeout, options)
	s.idempotencyKey = ""
	outcome := new(Outcome)
	path := "/v1/decisions/" + url.PathEscape(decisionID) + "/outcome"
	isAnswer := func() bool { return outcome.DecisionId != "" }
	return result(outcome, c.call(ctx, s, http.MethodPost, path, report, outcome, isAnswer))
}

// AddListEntry adds an entry to a list. If the value is in the list already, it returns the entry that has it, unchanged.
func (c *Client) AddListEntry(ctx context.Context, kind ListKind, entry NewListEntry, options ...Option) (*ListEntry, error) {
	s := c.settingsOf(otherTimeout, options)
	s.idempotencyKey = ""
	added := new(ListEntry)
	isAnswer := func() bool { return added.EntryId != "" }
	return result(added, c.call(ctx, s, http.MethodPost, listPath(kind), entry, added, isAnswer))
}

// ListPage says which entries of a list ListEntries returns.
type ListPage struct {
	// The archived entries instead of the others.
	Archived bool
	// Entries of the page at most: 1 to 200. 0 is 200.
	Limit int
	// Next of the page before. Empty: the first page.
	Cursor string
}

// ListEntries returns a page of a list, newest entry first.
func (c *Client) ListEntries(ctx context.Context, kind ListKind, page ListPage, options ...Option) (*ListEntryPage, error) {
	s := c.settingsOf(otherTimeout, options)
	s.idempotencyKey = ""
	query := url.Values{}
	if page.Archived {
		query.Set("archived", "true")
	}
	if page.Limit != 0 {
		query.Set("limit", strconv.Itoa(page.Limit))
	}
	if page.Cursor != "" {
		query.Set("cursor", page.Cursor)
	}
	entries := new(ListEntryPage)
	isAnswer := func() bool { return entries.Entries != nil } // An empty page has an empty slice.
	path := listPath(kind) + "?" + query.Encode()
	return result(entries, c.call(ctx, s, http.MethodGet, path, nil, entries, isAnswer))
}

// ArchiveListEntry archives an entry: it applies to no request that is made afterwards. Repeating it changes nothing.
func (c *Client) ArchiveListEntry(ctx context.Context, kind ListKind, entryID string, options ...Option) (*ListEntry, error) {
	s := c.settingsOf(otherTimeout, options)
	s.idempotencyKey = ""
	archived := new(ListEntry)
	path := listPath(kind) + "/" + url.PathEscape(entryID) + "/archive"
	isAnswer := func() bool { return archived.EntryId != "" }
	return result(archived, c.call(ctx, s, http.MethodPost, path, nil, archived, isAnswer))
}

func listPath(kind ListKind) string { return "/v1/lists/" + url.PathEscape(string(kind)) + "/entries" }

func result[T any](value *T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return value, nil
}

func (c *Client) settingsOf(timeout time.Duration, options []Option) settings {
	s := settings{timeout: timeout, maxRetries: defaultMaxRetries, idempotencyKey: "\x00"} // No caller's key has a NUL.
	for _, option := range c.options {
		option(&s)
	}
	for _, option := range options {
		option(&s)
	}
	return s
}

// call makes a call. isAnswer says whether answer, once it was read, has what every answer to the call has.
func (c *Client) call(ctx context.Context, s settings, method, path string, body, answer any, isAnswer func() bool) error {
	var sent []byte
	if body != nil {
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return fmt.Errorf("bookingrisk: %w", err)
		}
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	for retry := 0; ; retry++ {
		err := c.attempt(limited, s, method, path, sent, answer, isAnswer)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return ctx.Err() // The caller ended it.
		}
		if limited.Err() != nil {
			return &TimeoutError{err}
		}
		wait, isRetried := waitBefore(retry, err)
		deadline, _ := limited.Deadline()
		if retry >= s.maxRetries || !isRetried || time.Now().Add(wait).After(deadline) {
			return err
		}
		select {
		case <-time.After(wait):
		case <-limited.Done():
		}
	}
}

func (c *Client) attempt(ctx context.Context, s settings, method, path string, body []byte, answer any, isAnswer func() bool) error {
	request, err := http.NewRequestWithContext(ctx, method, c.baseURL+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("bookingrisk: %w", err)
	}
	request.Header.Set("Accept", "application/json, application/problem+json")
	request.Header.Set("User-Agent", "booking-risk-go/"+Version)
	request.Header.Set("X-Service-Key", c.secretKey())
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	if s.idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", s.idempotencyKey)
	}
	// The transport would repeat a request with this key by itself, without a wait.
	request.GetBody = nil
	response, err := c.http.Do(request)
	if err != nil {
		return &ConnectionError{err}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, answerBytesMax))
	if err != nil {
		return &ConnectionError{err}
	}
	if response.StatusCode != http.StatusOK {
		return errorOf(response, content)
	}
	// A proxy may have answered instead, also with 200 and JSON, and json.Unmarshal requires no member.
	if json.Unmarshal(content, answer) != nil || !isAnswer() {
		return errorOf(response, nil)
	}
	return nil
}

// waitBefore is the time before the next repetition, and whether the error is one to repeat a call after. Nothing was
// decided, or the same answer will be given: all calls are safe to repeat.
func waitBefore(retry int, err error) (time.Duration, bool) {
	most := firstWait << retry
	jitter := most/2 + time.Duration(rand.Int63n(int64(most/2)))
	var connection *ConnectionError
	if errors.As(err, &connection) {
		return jitter, true
	}
	var refused *APIError
	if !errors.As(err, &refused) {
		return 0, false
	}
	switch refused.Status {
	case 408, 429, 502, 503, 504:
		if refused.RetryAfterSeconds > 0 {
			jitter += time.Duration(refused.RetryAfterSeconds) * time.Second
		}
		return jitter, true
	}
	return 0, false
}

func newUUID() string {
	var b [16]byte
	if _, err := cryptorand.Read(b[:]); err != nil {
		panic(err) // The system has no random numbers.
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
