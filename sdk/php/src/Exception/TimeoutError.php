<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** The time of the call was over. Whether the service has decided is not known. */
final class TimeoutError extends BookingRiskError
{
}
