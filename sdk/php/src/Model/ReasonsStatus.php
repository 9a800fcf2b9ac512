<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** pending: being computed, ask again. unavailable: see detail, such as a model that is gone. */
final class ReasonsStatus
{
    public const AVAILABLE = 'available';
    public const PENDING = 'pending';
    public const UNAVAILABLE = 'unavailable';
}
