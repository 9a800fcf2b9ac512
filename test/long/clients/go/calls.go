// The program of client-program.ts with the Go client.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"time"

	"booking-risk.example/bookingrisk"
)

type call struct {
	BaseURL        string                    `json:"baseUrl"`
	SecretKey      string                    `json:"secretKey"`
	Operation      string                    `json:"operation"`
	Request        bookingrisk.RiskRequest   `json:"request"`
	DecisionID     string                    `json:"decisionId"`
	CutName        *int                      `json:"cutName"`
	Report         bookingrisk.OutcomeReport `json:"report"`
	Kind           bookingrisk.ListKind      `json:"kind"`
	Entry          bookingrisk.NewListEntry  `json:"entry"`
	Page           bookingrisk.ListPage      `json:"page"`
	EntryID        string                    `json:"entryId"`
	TimeoutMs      *int                      `json:"timeoutMs"`
	MaxRetries     *int                      `json:"maxRetries"`
	IdempotencyKey *string                   `json:"idempotencyKey"`
	Webhook        *webhook                  `json:"webhook"`
}

type webhook struct {
	Body    string            `json:"body"`
	Headers map[string]string `json:"headers"`
	Secret  string            `json:"secret"`
}

type described struct {
	Class             string                   `json:"class"`
	Status            *int                     `json:"status"`
	Code              *string                  `json:"code"`
	Detail            *string                  `json:"detail"`
	RequestID         *string                  `json:"requestId"`
	RetryAfterSeconds *int                     `json:"retryAfterSeconds"`
	Errors            []bookingrisk.FieldError `json:"errors"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c call
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			panic(err)
		}
		answer := map[string]any{}
		client, err := bookingrisk.New(c.BaseURL, c.SecretKey)
		var result any
		if err == nil {
			result, err = made(client, c)
		}
		if err == nil {
			answer["result"] = result
		} else {
			answer["error"] = describe(err)
		}
		answer["printed"] = fmt.Sprintf("%v %+v %#v %v %+v %#v", client, client, client, err, err, err)
		line, _ := json.Marshal(answer)
		fmt.Println(string(line))
	}
}

func made(client *bookingrisk.Client, c call) (any, error) {
	if c.Webhook != nil {
		header := http.Header{}
		for name, value := range c.Webhook.Headers {
			header.Set(name, value)
		}
		return bookingrisk.VerifyWebhook([]byte(c.Webhook.Body), header, c.Webhook.Secret)
	}
	var options []bookingrisk.Option
	if c.TimeoutMs != nil {
		options = append(options, bookingrisk.WithTimeout(time.Duration(*c.TimeoutMs)*time.Millisecond))
	}
	if c.MaxRetries != nil {
		options = append(options, bookingrisk.WithMaxRetries(*c.MaxRetries))
	}
	if c.IdempotencyKey != nil {
		options = append(options, bookingrisk.WithIdempotencyKey(*c.IdempotencyKey))
	}
	ctx := context.Background()
	switch c.Operation {
	case "getDecision":
		return client.GetDecision(ctx, c.DecisionID, options...)
	case "reportOutcome":
		return client.ReportOutcome(ctx, c.DecisionID, c.Report, options...)
	case "addListEntry":
		return client.AddListEntry(ctx, c.Kind, c.Entry, options...)
	case "listEntries":
		return client.ListEntries(ctx, c.Kind, c.Page, options...)
	case "archiveListEntry":
		return client.ArchiveListEntry(ctx, c.Kind, c.EntryID, options...)
	}
	if c.CutName != nil {
		c.Request.Booker.FirstName = c.Request.Booker.FirstName[:*c.CutName]
	}
	return client.Score(ctx, c.Request, options...)
}

func describe(err error) described {
	name := reflect.TypeOf(err).Elem().Name()
	if name == "APIError" {
		name = "ApiError" // As the other languages write it.
	}
	d := described{Class: name, Errors: []bookingrisk.FieldError{}}
	var refused *bookingrisk.APIError
	if errors.As(err, &refused) {
		d.Status, d.Code, d.Detail = &refused.Status, &refused.Code, &refused.Detail
		if refused.RequestID != "" {
			d.RequestID = &refused.RequestID
		}
		if refused.RetryAfterSeconds >= 0 {
			d.RetryAfterSeconds = &refused.RetryAfterSeconds
		}
		d.Errors = append(d.Errors, refused.Errors...)
	}
	return d
}
