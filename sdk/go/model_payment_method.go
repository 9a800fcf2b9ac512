// Code generated from the OpenAPI document by `npm run clients`. DO NOT EDIT.

package bookingrisk

// PaymentMethod: How the booking is paid. wallet: such as Apple Pay or PayPal. payLater: in instalments, such as Klarna. payAtProperty: nothing is paid or guaranteed yet.
type PaymentMethod string

const (
	PaymentMethodCard          PaymentMethod = "card"
	PaymentMethodWallet        PaymentMethod = "wallet"
	PaymentMethodBankTransfer  PaymentMethod = "bankTransfer"
	PaymentMethodDirectDebit   PaymentMethod = "directDebit"
	PaymentMethodPayLater      PaymentMethod = "payLater"
	PaymentMethodGiftCard      PaymentMethod = "giftCard"
	PaymentMethodLoyaltyPoints PaymentMethod = "loyaltyPoints"
	PaymentMethodInvoice       PaymentMethod = "invoice"
	PaymentMethodPayAtProperty PaymentMethod = "payAtProperty"
	PaymentMethodOther         PaymentMethod = "other"
)
