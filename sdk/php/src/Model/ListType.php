<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** email: an e-mail address. domain: a mail domain. phone: a phone number. booker: a booker's referenceId. device: a device ID. ip: an IP address, or a network such as 203.0.113.0/24. */
final class ListType
{
    public const EMAIL = 'email';
    public const DOMAIN = 'domain';
    public const PHONE = 'phone';
    public const BOOKER = 'booker';
    public const DEVICE = 'device';
    public const IP = 'ip';
}
