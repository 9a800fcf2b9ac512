<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** The key is of the wrong kind, or not accepted from this address. */
final class PermissionError extends ApiError
{
}
