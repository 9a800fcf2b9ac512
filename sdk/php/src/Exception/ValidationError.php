<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** Fields are missing or invalid: `errors` names each of them. */
final class ValidationError extends ApiError
{
}
