// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// ListType: email: an e-mail address. domain: a mail domain. phone: a phone number. booker: a booker's referenceId. device: a device ID. ip: an IP address, or a network such as 203.0.113.0/24.
type ListType string

const (
	ListTypeEmail  ListType = "email"
	ListTypeDomain ListType = "domain"
	ListTypePhone  ListType = "phone"
	ListTypeBooker ListType = "booker"
	ListTypeDevice ListType = "device"
	ListTypeIp     ListType = "ip"
)
