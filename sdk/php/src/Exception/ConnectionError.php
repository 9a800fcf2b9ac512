<?php

declare(strict_types=1);

namespace BookingRisk\Exception;

/** No answer arrived: no connection, or one that was cut, also after the retries. */
final class ConnectionError extends BookingRiskError
{
}
