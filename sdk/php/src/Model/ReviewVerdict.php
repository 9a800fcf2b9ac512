<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** What a person says of the booking: fraud, or a good guest. */
final class ReviewVerdict
{
    public const FRAUD = 'fraud';
    public const GOOD = 'good';
}
