<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** The key is missing, unknown, revoked or expired. */
final class AuthenticationError extends ApiError
{
}
