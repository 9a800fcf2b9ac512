<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** Too many requests, also after the retries that the time allowed. */
final class RateLimitedError extends ApiError
{
}
