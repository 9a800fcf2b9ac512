<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** The service cannot decide at the moment, and nothing was decided. */
final class UnavailableError extends ApiError
{
}
