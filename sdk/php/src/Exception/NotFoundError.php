<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** The project has no such decision. */
final class NotFoundError extends ApiError
{
}
