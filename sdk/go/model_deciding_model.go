// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// DecidingModel: The model that scored the attempt.
type DecidingModel struct {
	// The model's name.
	Name string `json:"name"`
	// The model's version.
	Version string `json:"version"`
}
