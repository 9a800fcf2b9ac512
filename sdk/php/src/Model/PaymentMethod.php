<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** How the booking is paid. wallet: such as Apple Pay or PayPal. payLater: in instalments, such as Klarna. payAtProperty: nothing is paid or guaranteed yet. */
final class PaymentMethod
{
    public const CARD = 'card';
    public const WALLET = 'wallet';
    public const BANK_TRANSFER = 'bankTransfer';
    public const DIRECT_DEBIT = 'directDebit';
    public const PAY_LATER = 'payLater';
    public const GIFT_CARD = 'giftCard';
    public const LOYALTY_POINTS = 'loyaltyPoints';
    public const INVOICE = 'invoice';
    public const PAY_AT_PROPERTY = 'payAtProperty';
    public const OTHER = 'other';
}
