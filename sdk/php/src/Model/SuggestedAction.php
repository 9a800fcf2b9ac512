<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** deny from a riskScore of 65 (maximizeProtection), 75 (balanced) or 85 (maximizeRevenue), otherwise allow; a one-time pass or an entry of the deny or allow list takes precedence. */
final class SuggestedAction
{
    public const ALLOW = 'allow';
    public const DENY = 'deny';
}
