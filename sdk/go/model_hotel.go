// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// Hotel: The property being booked.
type Hotel struct {
	// Your own identifier for the property.
	ReferenceId string `json:"referenceId,omitempty"`
	// GIATA property ID. Strongly recommended.
	GiataId string `json:"giataId,omitempty"`
	// Name of the property.
	Name string `json:"name"`
	// Street address of the property.
	Address string `json:"address,omitempty"`
	// Country of the property. An officially assigned ISO 3166-1 alpha-2 code, in any letter case.
	Country string `json:"country"`
}
