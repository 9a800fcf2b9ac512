<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** The idempotency key was used with another request. */
final class IdempotencyConflictError extends ApiError
{
}
