<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** open: waiting for a person's verdict, or being looked at. */
final class ReviewStatus
{
    public const OPEN = 'open';
    public const DECIDED = 'decided';
}
